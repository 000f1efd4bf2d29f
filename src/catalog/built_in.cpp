#include "catalog/built_in.hpp"

namespace gpupick {

Dataset built_in_data() {
  Dataset data;
  const Document& document = data.documents.emplace_back(Document{{"built-in data", ""}, {}, {0}});
  RecordKinds::for_each([&]<class Kind>() {
    for (const Kind& record : built_in().of<Kind>())
      data.of<Kind>().push_back({record, &document, &document.root});
  });
  return data;
}

}  // namespace gpupick
