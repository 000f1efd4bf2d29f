#include "catalog/built_in.hpp"

namespace gpupick {

Dataset built_in_data() {
  Dataset data;
  const Document& document = data.documents.emplace_back(File{"built-in data", ""});
  RecordKinds::for_each([&]<class Kind>() {
    for (const Kind& record : built_in().records.of<Kind>())
      data.of<Kind>().add(record, {&document, 0});
  });
  return data;
}

}  // namespace gpupick
