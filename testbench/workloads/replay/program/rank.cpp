#include "testbench/workloads/replay/program/rank.hpp"

#include <algorithm>

namespace slackline::replay {

namespace {

constexpr std::size_t most_named = 3;  // requests of a rank that waits

}  // namespace

void Rank::advance(std::uint64_t now, MessagePort& port) {
  while (!done_ && !blocked_ && at_ <= now) run_step(port);
}

void Rank::run_step(MessagePort& port) {
  if (!in_action_) return begin_action();
  if (step_ == steps_.size()) return end_action();
  const Step step = steps_[step_];
  switch (step.kind) {
    case Step::Kind::compute: compute(settings_->operation.for_amount(step.amount)); break;
    case Step::Kind::receive: receive(step, port); break;
    case Step::Kind::wait: return wait();
    case Step::Kind::send:
    case Step::Kind::multicast:
      if (settings_->send_overhead != 0 && !overhead_paid_) {
        at_ += settings_->send_overhead;
        overhead_paid_ = true;
        return;
      }
      overhead_paid_ = false;
      send(step, port);
      break;
  }
  ++step_;
}

void Rank::begin_action() {
  const std::vector<Action>& actions = trace_->ranks[rank_].actions;
  if (action_ == actions.size()) {
    done_ = true;
    times_.end = at_;
    return;
  }
  const Action& action = actions[action_];
  const auto peer = static_cast<std::uint32_t>(action.peer);
  in_action_ = true;
  action_began_ = at_;
  computed_in_action_ = 0;
  step_ = 0;
  steps_.clear();
  const Step send{Step::Kind::send, peer, action.bytes}, receive{Step::Kind::receive, peer, 0}, wait;
  switch (action.call) {
    case Call::compute: steps_ = {{Step::Kind::compute, 0, action.amount}}; break;
    case Call::sleep: compute(settings_->nanosecond.for_amount(action.amount)); break;
    case Call::send: steps_ = {send, wait}; break;
    case Call::isend: steps_ = {send}; break;
    case Call::recv: steps_ = {receive, wait}; break;
    case Call::irecv: steps_ = {receive}; break;
    case Call::sendrecv:
      steps_ = {{Step::Kind::receive, static_cast<std::uint32_t>(action.from), 0}, send, wait};
      break;
    case Call::wait: await_named(action); break;
    case Call::waitall: await_all(); break;
    case Call::test: test(action); break;
    default: ++collective_calls_; steps_ = steps_of(*trace_, rank_, action, settings_->algorithms);
  }
}

void Rank::end_action() {
  CallTally& tally = times_.by_call[static_cast<unsigned>(trace_->ranks[rank_].actions[action_].call)];
  ++tally.calls;
  tally.cycles += at_ - action_began_ - computed_in_action_;
  in_action_ = false;
  ++action_;
}

void Rank::compute(std::uint64_t cycles) {
  at_ += cycles;
  computed_in_action_ += cycles;
  times_.computing += cycles;
  computes_to_ = at_;
}

std::uint32_t Rank::new_request() {
  if (free_requests_.empty()) {
    requests_.emplace_back();
    return static_cast<std::uint32_t>(requests_.size() - 1);
  }
  const std::uint32_t request = free_requests_.back();
  free_requests_.pop_back();
  requests_[request] = Request();
  return request;
}

void Rank::send(const Step& step, MessagePort& port) {
  const Action& action = trace_->ranks[rank_].actions[action_];
  const bool collective = is_collective(action.call);
  const Envelope envelope{static_cast<std::int32_t>(rank_), collective ? 0 : action.tag,
                          collective ? collective_calls_ : 0};
  const std::uint32_t request = new_request();
  requests_[request].envelope = envelope;
  requests_[request].peer = step.peer;
  if (action.call == Call::isend)
    keep(action, request);
  else
    current_.push_back(request);
  requests_[request].to_all = step.kind == Step::Kind::multicast;
  if (step.kind == Step::Kind::multicast)
    port.multicast(envelope, step.amount, request, at_);
  else
    port.send(step.peer, envelope, step.amount, request, at_);
}

void Rank::receive(const Step& step, MessagePort& port) {
  const Action& action = trace_->ranks[rank_].actions[action_];
  const bool collective = is_collective(action.call);
  const Envelope envelope{static_cast<std::int32_t>(step.peer), collective ? 0 : action.tag,
                          collective ? collective_calls_ : 0};
  const std::uint32_t request = new_request();
  requests_[request].envelope = envelope;
  requests_[request].receives = true;
  if (action.call == Call::irecv)
    keep(action, request);
  else
    current_.push_back(request);
  port.receive(envelope, request, at_);
}

/// Requests that a test has found done are forgotten as soon as their name is used again.
void Rank::keep(const Action& action, std::uint32_t request) {
  const auto own = static_cast<std::int32_t>(rank_);
  const bool receives = action.call == Call::irecv;
  std::deque<std::uint32_t>& same =
      held_[receives ? Name{action.peer, own, action.tag} : Name{own, action.peer, action.tag}];
  while (!same.empty() && requests_[same.front()].tested) {
    free_requests_.push_back(same.front());
    same.pop_front();
  }
  same.push_back(request);
}

/// The requests of a wait or a test; nullptr: none, another call has been given its end.
std::deque<std::uint32_t>* Rank::held(const Action& action) {
  const auto own = static_cast<std::int32_t>(rank_);
  std::vector<Name> names;
  if (action.receives)
    names = {{action.peer, own, action.tag}, {any, own, action.tag}, {action.peer, own, any}, {any, own, any}};
  if (!action.receives || action.peer == own) names.emplace_back(own, action.peer, action.tag);
  for (const Name& name : names)
    if (const auto found = held_.find(name); found != held_.end() && !found->second.empty()) return &found->second;
  return nullptr;
}

void Rank::await_named(const Action& action) {
  std::deque<std::uint32_t>* same = held(action);
  if (same == nullptr) return;
  current_.push_back(same->front());
  same->pop_front();
  steps_.emplace_back();
}

void Rank::await_all() {
  for (const auto& [name, same] : held_) current_.insert(current_.end(), same.begin(), same.end());
  held_.clear();
  steps_.emplace_back();
}

void Rank::test(const Action& action) {
  const std::deque<std::uint32_t>* same = held(action);
  if (same == nullptr) return;
  for (const std::uint32_t request : *same)
    if (!requests_[request].tested) {
      requests_[request].tested = requests_[request].done;
      return;
    }
}

void Rank::wait() {
  awaited_ = 0;
  for (const std::uint32_t request : current_) {
    requests_[request].awaited = !requests_[request].done;
    awaited_ += !requests_[request].done;
  }
  if (awaited_ != 0) {
    blocked_ = true;
    blocked_since_ = at_;
    return;
  }
  for (const std::uint32_t request : current_) {
    at_ += requests_[request].receives ? settings_->receive_overhead : 0;
    free_requests_.push_back(request);
  }
  current_.clear();
  ++step_;
}

void Rank::completed(std::uint32_t request, std::uint64_t at) {
  Request& r = requests_[request];
  r.done = true;
  r.at = at;
  if (!r.awaited) return;
  r.awaited = false;
  if (--awaited_ != 0) return;
  blocked_ = false;
  at_ = std::max(at_, at);
}

RankTimes Rank::times(std::uint64_t now) const {
  RankTimes times = times_;
  times.ended = done_;
  if (done_) return times;
  times.end = blocked_ ? now : std::min(now, at_);
  const std::uint64_t to_come = computes_to_ > times.end ? computes_to_ - times.end : 0;
  times.computing -= to_come;
  const std::uint64_t computed = computed_in_action_ - std::min(to_come, computed_in_action_);
  if (in_action_ && times.end > action_began_ + computed) {
    CallTally& tally = times.by_call[static_cast<unsigned>(trace_->ranks[rank_].actions[action_].call)];
    ++tally.calls;
    tally.cycles += times.end - action_began_ - computed;
  }
  return times;
}

std::string Rank::waits_for() const {
  const RankTrace& own = trace_->ranks[rank_];
  const Action& action = own.actions[action_];
  std::string text = to_string(action.call);
  text += " (" + trace_->files[own.file] + ':' + std::to_string(action.line) + ") for ";
  std::size_t named = 0;
  for (const std::uint32_t request : current_) {
    const Request& r = requests_[request];
    if (r.done) continue;
    if (++named > most_named) continue;
    const auto tag = [&] {
      if (r.envelope.context != 0) return std::string();
      return r.envelope.tag == any ? ", any tag" : ", tag " + std::to_string(r.envelope.tag);
    };
    if (named > 1) text += ", ";
    if (r.receives)
      text += "a message of " + (r.envelope.source == any ? "any rank" : "rank " + std::to_string(r.envelope.source));
    else
      text += (r.to_all ? "the other ranks" : "rank " + std::to_string(r.peer)) + " to take its message";
    text += tag();
  }
  if (named > most_named) text += " and " + std::to_string(named - most_named) + " more";
  return text + ", since cycle " + std::to_string(blocked_since_);
}

}  // namespace slackline::replay
