// The engine of configuration with a feature that exists nowhere else: lamps.
#include <catch2/catch.hpp>

#include "testbench/settings/json_schema.hpp"
#include "testbench/settings/key_table.hpp"
#include "testbench/settings/overlay.hpp"
#include "testbench/settings/reader.hpp"
#include "testbench/settings/reference_page.hpp"
#include "testbench/settings/resolved.hpp"

using namespace slackline::settings;

namespace {

enum class Colour : std::uint8_t { white, red };

struct Spot {
  std::string wall;
  std::uint64_t watts = 5;
};

struct LampSettings {
  std::uint64_t watts = 40;
  Colour colour = Colour::white;
  std::optional<std::uint64_t> hours;
  Delay warm_up{3, std::nullopt};
  std::vector<Spot> spots;
};

struct DimmerSettings {
  std::uint64_t flits = 8;
};

const KeyTable& spot_fields() {
  static const KeyTable fields({
      Key("lamp.spots.wall", Text{20, at<&Spot::wall>}, "", "Where it hangs.").required(),
      Key("lamp.spots.watts", Integer{1, 10, at<&Spot::watts>}, "W", "What it takes."),
  });
  return fields;
}

std::vector<Key> keys_of_lamps() {
  return {
      Key("lamp.watts", Integer{1, 100, at<&LampSettings::watts>}, "W", "What it takes."),
      Key("lamp.colour", choice({{"white", "as paper"}, {"red", "as roses"}}, at<&LampSettings::colour>), "",
          "What it looks like."),
      Key("lamp.hours", AutoInteger{1, 24, at<&LampSettings::hours>}, "h", "How long it burns a day."),
      Key("lamp.warm_up", CycleDelay{1, 1000, at<&LampSettings::warm_up>}, "cycles", "Until it shines."),
      Key("lamp.dimmer.flits", Integer{1, 100, at<&DimmerSettings::flits>}, "flits", "How far it is dimmed."),
      Key("lamp.spots", record_list<&LampSettings::spots, spot_fields>(3), "", "Smaller ones, each a map."),
  };
}

/// Some lamps differ from `lamp`.
using LampOverlay = Overlay<LampSettings, DimmerSettings>;
struct LampOverlays {
  std::vector<LampOverlay> all;
};
const KeyTable& overlay_fields_of_lamps() {
  static const KeyTable fields = overlay_fields("lamps", "lamp.", keys_of_lamps(), "Names of rooms.");
  return fields;
}

const KeyTable& lamp_keys() {
  static const KeyTable keys = [] {
    std::vector<Key> all = keys_of_lamps();
    all.emplace_back("lamps", overlay_list<&LampOverlays::all, overlay_fields_of_lamps>(10), "", "Other lamps.");
    all.emplace_back("clock.period", Period{{1, 1000}, {1000, 1}, at<&Values::clock_period>}, "", "Length of a cycle.");
    return KeyTable(std::move(all));
  }();
  return keys;
}

class House final : public Values {
 public:
  LampSettings lamp;
  DimmerSettings dimmer;
  LampOverlays lamps;
  const KeyTable& keys() const override { return lamp_keys(); }
  std::unique_ptr<Values> copy() const override { return std::make_unique<House>(*this); }

 private:
  void* find(SectionId section) override { return find_section(section, lamp, dimmer, lamps); }
};

class HouseReading final : public Reading {
 public:
  House house;
  Values& values() override { return house; }
  using Reading::values;
};

HouseReading read(const std::string& text, const std::vector<Override>& overrides = {}) {
  const FileKind any{"a house in YAML", [](std::string_view) { return std::string(); }};
  HouseReading reading;
  read_configuration(std::make_shared<const Source>("house.yaml", text), any, overrides, reading);
  return reading;
}

std::vector<std::string> errors_of(const std::string& text) {
  std::vector<std::string> errors;
  for (const InputError& error : read(text).errors) errors.push_back(to_string(error));
  return errors;
}

std::string text_of(const std::string& key, const Values& values) {
  return to_string(value_of(*lamp_keys().find(key), values));
}

}  // namespace

TEST_CASE("a key's default is its member's initial value, stated nowhere else", "[quick]") {
  CHECK(to_string(default_of(*lamp_keys().find("lamp.watts"))) == "40");
  CHECK(to_string(default_of(*lamp_keys().find("lamp.colour"))) == "white");
  CHECK(to_string(default_of(*lamp_keys().find("lamp.hours"))) == "auto");
  CHECK(to_string(default_of(*lamp_keys().find("lamp.warm_up"))) == "3");
  CHECK(to_string(default_of(*lamp_keys().find("lamp.spots"))) == "[]");
  House house;
  house.lamp.watts = 7;
  reset(*lamp_keys().find("lamp.watts"), house);
  CHECK(house.lamp.watts == 40);
}

TEST_CASE("a file and options set the members of a feature's settings", "[quick]") {
  const HouseReading reading = read(
      "clock: { period: 2 ns }\nlamp: { watts: 60, colour: red, hours: 3, warm_up: 7 ns, spots: [ { wall: north } ] "
      "}\n",
      {{"--set", "lamp.watts", "61"}});
  CHECK(reading.errors.empty());
  const LampSettings& lamp = reading.house.lamp;
  CHECK(lamp.watts == 61);
  CHECK(lamp.colour == Colour::red);
  CHECK(lamp.hours == 3);
  CHECK(cycles_of("lamp.warm_up", reading.house) == 4);
  REQUIRE(lamp.spots.size() == 1);
  CHECK(lamp.spots[0].wall == "north");
  CHECK(lamp.spots[0].watts == 5);
  CHECK(text_of("lamp.spots", reading.house) == "[{wall: north, watts: 5}]");
}

TEST_CASE("errors name the key, its place, what is expected and what was probably meant", "[quick]") {
  const std::string names = "watts, colour, hours, warm_up, dimmer or spots";
  CHECK(errors_of("lamp: { watts: 101, color: red, colour: rde, spots: [ { wal: east }, 3 ] }\n") ==
        std::vector<std::string>{
            "house.yaml:1:16: lamp.watts: expected integer from 1 to 100 (W), found 101",
            "house.yaml:1:21: lamp.color: unknown key; expected " + names + "; did you mean lamp.colour?",
            "house.yaml:1:41: lamp.colour: expected white or red, found rde; did you mean red?",
            "house.yaml:1:57: lamp.spots[0].wal: unknown key; expected wall or watts; did you mean wall?",
            "house.yaml:1:70: lamp.spots[1]: expected map of wall, watts, found 3"});
  CHECK(errors_of("lamp: { spots: [ {} ] }\n") ==
        std::vector<std::string>{"house.yaml:1:18: lamp.spots[0].wall: missing; expected text of 1 to 20 characters"});
}

TEST_CASE("schema, reference page and resolved file are derived from the keys", "[quick]") {
  const std::string schema = json_schema(lamp_keys(), "A house");
  for (const char* part : {"\"title\": \"A house\"", "\"maximum\": 100", "\"default\": 40", "\"required\""})
    CHECK(schema.find(part) != std::string::npos);
  const std::string page = reference_page(lamp_keys(), "# A house\n");
  CHECK(page.find("| `lamp.watts` | integer from 1 to 100 (W) | `40` | What it takes. |") != std::string::npos);
  CHECK(page.find("- `red`: as roses") != std::string::npos);
  CHECK(page.find("A list of up to 3 maps; none by default. Smaller ones, each a map.") != std::string::npos);
  const HouseReading reading = read("lamp: { watts: 60, spots: [ { wall: north } ] }\n");
  const auto all_but_hours = [](const Key& key) { return key.path != "lamp.hours"; };
  CHECK(resolved_yaml(reading, ".", all_but_hours) ==
        "lamp:\n  watts: 60\n  colour: white\n  warm_up: 3\n  dimmer:\n    flits: 8\n  spots:\n    - {wall: \"north\", "
        "watts: 5}\nclock:\n  "
        "period: 1 ns\n");
}

TEST_CASE("a list of maps overrides keys of settings for what each matches, and leaves the others as they are",
          "[quick]") {
  const HouseReading reading = read(
      "clock: { period: 2 ns }\n"
      "lamp: { watts: 60, colour: red, dimmer: { flits: 9 } }\n"
      "lamps:\n"
      "  - { match: \"kitchen*\", watts: 70, warm_up: 9 ns, dimmer: { flits: 16 B } }\n"
      "  - { match: [hall, attic], colour: white, hours: auto }\n");
  for (const InputError& error : reading.errors) UNSCOPED_INFO(to_string(error));
  CHECK(reading.errors.empty());
  REQUIRE(reading.house.lamps.all.size() == 2);
  CHECK(reading.house.lamps.all[1].match() == std::vector<std::string>{"hall", "attic"});

  House kitchen = reading.house, hall = reading.house;
  kitchen.lamp.hours = hall.lamp.hours = 5;
  reading.house.lamps.all[0].apply_to(kitchen);
  reading.house.lamps.all[1].apply_to(hall);
  CHECK(kitchen.lamp.watts == 70);
  CHECK(kitchen.lamp.colour == Colour::red);
  CHECK(kitchen.lamp.hours == 5);
  CHECK(cycles_of("lamp.warm_up", kitchen) == 5);
  CHECK(kitchen.asked_bytes.at("lamp.dimmer.flits") == 16);  // becomes flits like the key's own
  CHECK(hall.lamp.watts == 60);
  CHECK(hall.lamp.colour == Colour::white);
  CHECK(!hall.lamp.hours);
  CHECK(hall.dimmer.flits == 9);
}

TEST_CASE("keys that override are read, reported and written as those that they override", "[quick]") {
  CHECK(errors_of("lamps: [ { watts: 0, dimmer: { flit: 3 }, dimmer: 4 } ]\nlamp: { watts: 0 }\n") ==
        std::vector<std::string>{
            "house.yaml:1:19: lamps[0].watts: expected integer from 1 to 100 (W), found 0",
            "house.yaml:1:32: lamps[0].dimmer.flit: unknown key; expected flits; did you mean flits?",
            "house.yaml:1:43: lamps[0].dimmer: given twice, first in line 1; expected each key once",
            ("house.yaml:1:10: lamps[0].match: missing; expected text, or list of 1 to 1000 texts of 1 to 200 "
             "characters, each once"),
            "house.yaml:2:16: lamp.watts: expected integer from 1 to 100 (W), found 0"});
  const HouseReading reading = read("lamps: [ { match: hall, dimmer: { flits: 3 }, colour: red } ]\n");
  CHECK(text_of("lamps", reading.house) == "[{match: [\"hall\"], colour: red, dimmer.flits: 3}]");
  const auto only_lamps = [](const Key& key) { return key.path == "lamps"; };
  const std::string written = resolved_yaml(reading, ".", only_lamps);
  CHECK(written == "lamps:\n  - {match: [\"hall\"], colour: red, dimmer: {flits: 3}}\n");
  CHECK(resolved_yaml(read(written), ".", only_lamps) == written);
  CHECK(json_schema(lamp_keys(), "").find("\"match\"") != std::string::npos);
  CHECK(reference_page(lamp_keys(), "")
            .find("Each map may also have any keys of `lamp`, written as there, but for `lamp.spots`.") !=
        std::string::npos);
}
