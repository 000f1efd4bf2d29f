// The first page of a site of answers.
#include <fmt/format.h>

#include "base/text.hpp"
#include "render/formats.hpp"
#include "render/svg.hpp"
#include "version.hpp"

namespace gpupick {
namespace {

constexpr std::string_view heading = "Which GPU to buy for AI work";

// Shows the entries whose text has all words of the field, and the headings above them.
constexpr std::string_view search = R"js(
const field = document.querySelector('input');
const none = document.getElementById('none');
field.parentElement.hidden = false;
field.addEventListener('input', () => {
  const plain = text => text.toLowerCase().replaceAll(',', '');
  const words = plain(field.value).split(/\s+/);
  const shows = one => words.every(word => plain(one.textContent).includes(word));
  let found = 0;
  for (const section of document.querySelectorAll('section')) {
    const entries = [...section.querySelectorAll('.cards > div')];
    for (const one of entries) one.hidden = !shows(one);
    section.hidden = entries.every(one => one.hidden);
    found += !section.hidden;
  }
  none.hidden = found > 0;
});
)js";
// A browser that refuses the script prints the hash that it would accept.
constexpr std::string_view search_hash = "4z9ZRm4DLqFyhM9VG2+md4hxmtn6gLy82yYDKGxNvR0=";

}  // namespace

std::string site_index(const std::vector<SiteEntry>& entries, Date day) {
  std::string body = fmt::format(
      "<h1>{}</h1>\n"
      "<p class=\"dim\">Answers as of {}, by gpupick {}. Each line ends with how sure the answer "
      "is: clear, close or a matter of taste. Its page has the costs, the evidence and the "
      "sources.</p>\n"
      "<label class=\"search\" hidden>Search <input type=\"search\" autocomplete=\"off\"></label>\n"
      "<p id=\"none\" role=\"status\" hidden>No question has these words.</p>\n",
      heading, iso(day), version);
  std::string_view group;
  for (const SiteEntry& entry : entries) {
    if (entry.group != group) {
      if (!group.empty()) body += "</div>\n</section>\n";
      group = entry.group;
      body += fmt::format("<section>\n<h2>{}</h2>\n<div class=\"cards\">\n", xml_text(group));
    }
    body += fmt::format("<div><h3><a href=\"{}\">{}</a></h3>\n", xml_text(entry.address),
                        xml_text(entry.title));
    if (!entry.answer.empty()) body += fmt::format("<p>{}</p>\n", xml_text(entry.answer));
    body += "</div>\n";
  }
  if (!group.empty()) body += "</div>\n</section>\n";
  return html_page(heading, body, fmt::format("<script id=\"search\">{}</script>\n", search),
                   search_hash);
}

}  // namespace gpupick
