// scopes: the tree of names that a dump shows, which globs choose from.
//
//   clock                                  the cycle
//   switch3.port2                          an output port
//   switch3.port2.vc0                      a virtual channel: the lane of the input port, and that of the output port
//   host7, host7.vc0
//   nic7, nic7.vc0                         its network interface, where hosts have one
//   link_switch0_p3_to_switch1_p2          a channel
//   workload_solver                        a workload of a list
//   switch3.barrier, switch3.port2.barrier, host7.barrier, link_switch0_p3_to_switch1_p2.barrier
//                                          its part in barriers, where switches take part in them
//
// A glob that matches a scope chooses all that is in it. * stands for any characters, dots too; ? for one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace slackline::tracing {

/// Which scopes to write.
class Selection {
 public:
  /// No globs: everything.
  explicit Selection(std::vector<std::string> globs = {}) : globs_(std::move(globs)) {}

  /// `in_parent`: the scope around it is chosen as a whole.
  bool chooses(std::string_view scope, bool in_parent = false) const;

 private:
  std::vector<std::string> globs_;
};

std::string port_scope(const std::string& of_switch, unsigned port);
/// "host7" -> "nic7"; of a host with another name, "nic_" before it.
std::string nic_scope(const std::string& host);
std::string barrier_scope(const std::string& of_instance_or_port);
std::string vc_scope(const std::string& of_port_or_host, unsigned vc);

}  // namespace slackline::tracing
