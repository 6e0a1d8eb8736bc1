#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "testbench/studies/reproduction/page.hpp"
#include "testbench/text/xml.hpp"

namespace slackline::reproduction {

namespace {

using text::escaped;

constexpr const char* style =
    "body{font:15px/1.5 Helvetica,Arial,sans-serif;color:#222;max-width:80em;margin:2em auto;padding:0 1em}\n"
    "table{border-collapse:collapse;margin:.6em 0 1.4em;font-size:14px}\n"
    "caption{text-align:left;font-weight:bold;padding-bottom:.3em}\n"
    "th,td{border:1px solid #ddd;padding:.25em .6em;text-align:left;vertical-align:top}\n"
    "th{background:#f4f4f4}.number{text-align:right;white-space:nowrap}\n"
    ".claims td:nth-child(2){white-space:nowrap}.claims td:first-child{min-width:9em}\n"
    "figure{margin:1em 0}figure svg,figure img{max-width:100%;height:auto}figcaption{font-size:14px;color:#444}\n"
    "code{background:#f4f4f4;padding:0 .2em}\n";

/// Text between backquotes becomes code.
std::string running(const std::string& text) {
  std::string html;
  bool code = false;
  for (const char c : escaped(text)) {
    if (c == '`')
      html += (code = !code) ? "<code>" : "</code>";
    else
      html += c;
  }
  return html + (code ? "</code>" : "");
}

/// The columns whose cells all begin like a number, or have none.
std::vector<bool> numbers(const Table& table) {
  std::vector<bool> found(table.columns.size(), !table.rows.empty());
  const std::string begins = "0123456789-";
  for (const std::vector<std::string>& cells : table.rows)
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const std::string& text = cells[i];
      const bool none = text.empty() || text == "–" || text == "not run" || text == "not simulated";
      if (!none && begins.find(text.front()) == std::string::npos) found[i] = false;
    }
  return found;
}

std::string row(const std::vector<std::string>& cells, const std::string& tag, const std::vector<bool>& number) {
  std::string line = "<tr>";
  for (std::size_t i = 0; i < cells.size(); ++i)
    line += fmt::format("<{0}{1}>{2}</{0}>", tag, number[i] ? " class=\"number\"" : "", running(cells[i]));
  return line + "</tr>\n";
}

/// `begin`: the element's first tag.
std::string written(const Table& table, const std::string& begin, const std::vector<bool>& number) {
  std::string html = begin + "\n";
  if (!table.title.empty()) html += "<caption>" + running(table.title) + "</caption>\n";
  html += "<thead>" + row(table.columns, "th", number) + "</thead>\n<tbody>\n";
  for (const std::vector<std::string>& cells : table.rows) html += row(cells, "td", number);
  return html + "</tbody>\n</table>\n";
}

/// RFC 4648.
std::string base64(std::string_view bytes) {
  constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t three = 0;
    for (std::size_t k = 0; k < 3; ++k)
      three = three << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0u);
    for (std::size_t k = 0; k < 4; ++k) text += i + k > bytes.size() ? '=' : digits[three >> (18 - 6 * k) & 63];
  }
  return text;
}

struct HtmlWriter {
  const std::map<std::string, std::string>& drawings;

  std::string operator()(const Paragraph& paragraph) const { return "<p>" + running(paragraph.text) + "</p>\n"; }
  std::string operator()(const Table& table) const { return written(table, "<table>", numbers(table)); }
  std::string operator()(const ClaimTable& claims) const {
    const Table table = as_table(claims);
    std::vector<bool> number = numbers(table);
    number[0] = number[1] = number[2] = number.back() = false;  // name, places, verdict
    return written(table, "<table class=\"claims\">", number);
  }
  std::string operator()(const Figure& figure) const {
    return "<figure>\n" + drawings.at(figure.name) + "<figcaption>" + running(figure.caption) +
           "</figcaption>\n</figure>\n";
  }
  std::string operator()(const Picture& picture) const {
    return "<figure>\n<img alt=\"\" src=\"data:image/png;base64," + base64(picture.png) + "\"><figcaption>" +
           running(picture.caption) + "</figcaption>\n</figure>\n";
  }
};

}  // namespace

std::string to_html(const Page& page, const std::map<std::string, std::string>& drawings) {
  std::string html = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>" +
                     escaped(page.title) + "</title>\n<style>\n" + style + "</style>\n</head>\n<body>\n<h1>" +
                     escaped(page.title) + "</h1>\n";
  if (const Table claims = overview(page); !claims.rows.empty())
    html += written(claims, "<table class=\"claims\">", std::vector<bool>(claims.columns.size())) + "<p>" +
            running(to_string(tally(page))) + ".</p>\n";
  for (const Section& section : page.sections) {
    if (!section.title.empty()) html += "<h2>" + escaped(section.title) + "</h2>\n";
    for (const Block& block : section.blocks) html += std::visit(HtmlWriter{drawings}, block);
  }
  return html + "</body>\n</html>\n";
}

}  // namespace slackline::reproduction
