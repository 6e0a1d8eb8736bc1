/* catalogue: all firmwares. */
#pragma once

#include "rtl_models/firmware/firmware.h"

#ifdef __cplusplus
extern "C" {
#endif

extern const struct nic_firmware firmware_unicast;
extern const struct nic_firmware firmware_request_response;
extern const struct nic_firmware firmware_echo;
extern const struct nic_firmware firmware_fbs;
extern const struct nic_firmware firmware_isotach;
extern const struct nic_firmware firmware_skeleton;
extern const struct nic_firmware firmware_barrier;
extern const struct nic_firmware firmware_dissemination;
extern const struct nic_firmware firmware_star;
extern const struct nic_firmware firmware_static_window;
extern const struct nic_firmware firmware_alternating_window;
extern const struct nic_firmware firmware_simplified_packet_pair;
extern const struct nic_firmware firmware_packet_pair;
extern const struct nic_firmware firmware_aimd_window;
extern const struct nic_firmware firmware_multicast;
extern const struct nic_firmware firmware_go_back_n;

#ifdef __cplusplus
}
#endif
