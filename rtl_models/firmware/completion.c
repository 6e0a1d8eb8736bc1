#include "rtl_models/firmware/completion.h"

void tell_host(nic* n, uint32_t kind, uint32_t peer, uint32_t message, uint32_t words) {
  nic_write(n, NIC_DONE_KIND, kind);
  nic_write(n, NIC_DONE_PEER, peer);
  nic_write(n, NIC_DONE_MESSAGE, message);
  nic_write(n, NIC_DONE_WORDS, words);
  nic_write(n, NIC_DONE_PUSH, 1);
}
