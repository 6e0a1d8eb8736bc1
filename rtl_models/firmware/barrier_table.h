/* barrier_table: what an experiment tells firmware of the groups of its host, in the table behind TABLE_ADDRESS. */
#pragma once

enum barrier_table {
  BARRIER_GROUPS,  /* how many groups; behind it BARRIER_GROUP_WORDS words of each: */
  BARRIER_RECORDS, /* the first of them */
  /* in a record */
  BARRIER_NUMBER = 0, /* of the group, 0..255 */
  BARRIER_CENTRE,     /* rank of the member that is its centre */
  BARRIER_MEMBERS,    /* how many it has */
  BARRIER_RANK,       /* this host's, from 0 on */
  BARRIER_LIST,       /* word of the table at which its hosts stand, by rank */
  BARRIER_GROUP_WORDS
};
