// Names every firmware that was compiled in, and where its messages end.
#include <iostream>

#include "rtl_models/firmware/catalogue.hpp"

int main() {
  for (const slackline::firmware::Entry& entry : slackline::firmware::catalogue())
    std::cout << entry.firmware->name << ' ' << static_cast<int>(entry.delivery) << '\n';
}
