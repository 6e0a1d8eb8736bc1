// Checks of the lists switches and hosts, and of each kind of host that they make.
#pragma once

#include "testbench/features/kinds/build.hpp"
#include "testbench/features/nic/settings.hpp"

namespace slackline::features {

/// Adds the errors of records that set nothing, or again what another has set for the same names. `with_hosts`:
/// those of `hosts`, too, which has an effect.
void check_kind_records(Reading& reading, bool with_hosts);
/// Adds the errors of names and patterns that match no switch of the network. False: there are too many patterns. For
/// any experiment of 2 to 2^24 hosts.
bool check_kind_names(Reading& reading);
/// The same for hosts.
bool check_host_names(Reading& reading);
/// Adds the errors of records that give keys of `nic` where no host that they match has a network interface. Called when
/// their names have been found.
void check_use_of_records(Reading& reading, const HostGroups& hosts);

/// Adds the errors of offsets beyond the slot: of nic.offset, and of records.
void check_offsets(Reading& reading);

/// A reading as it is for hosts of one kind.
OverlaidReading reading_of(const Reading& reading, HostGroup& hosts);
/// For the errors of kinds of hosts.
OverlaidErrors errors_of(Reading& reading, const HostGroups& hosts);

/// Adds the errors of kinds of hosts whose firmware cannot begin.
void check_firmware_starts(Reading& reading, HostGroups& hosts, const FirmwareTables& tables = {});

}  // namespace slackline::features
