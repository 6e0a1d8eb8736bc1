/* barrier_table: an experiment's description of a host's groups, for its firmware, in the table at TABLE_ADDRESS. */
#pragma once

enum barrier_table {
  BARRIER_GROUPS,  /* number of groups; after it BARRIER_GROUP_WORDS words of each: */
  BARRIER_RECORDS, /* the first of them */
  /* in a record */
  BARRIER_NUMBER = 0, /* of the group, 0..255 */
  BARRIER_CENTRE,     /* rank of the member that is its centre */
  BARRIER_MEMBERS,    /* number of members */
  BARRIER_RANK,       /* this host's, from 0 on */
  BARRIER_LIST,       /* word of the table where the list of its hosts begins, by rank */
  BARRIER_GROUP_WORDS
};
