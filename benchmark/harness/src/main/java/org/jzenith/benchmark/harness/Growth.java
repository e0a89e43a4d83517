package org.jzenith.benchmark.harness;

import java.util.List;

/** Two tests that differ in the size of one thing. */
record Growth(String what, LoadTest few, LoadTest many) {

    static final List<Growth> ALL = List.of(
            new Growth("connections, 64 to 4,096, `/db`", LoadTest.DB, LoadTest.DB_4096),
            new Growth("queries in a request, 1 to 20", LoadTest.DB, LoadTest.QUERIES),
            new Growth("queries in a request, 1 to 500", LoadTest.DB, LoadTest.QUERIES_500),
            new Growth("routes, the first to the last", LoadTest.TEMPLATED_FIRST, LoadTest.TEMPLATED_LAST),
            new Growth("filters, none to 20", LoadTest.SERVICE_JSON, LoadTest.FILTERS_20),
            new Growth("path parameters, 1 to 8", LoadTest.TEMPLATED_FIRST, LoadTest.PATH_PARAMETERS_8),
            new Growth("elements of a `List`, 20 to 1,000", LoadTest.LIST_20, LoadTest.LIST_1000),
            new Growth("elements of a `Flowable`, 20 to 1,000", LoadTest.FLOWABLE_20, LoadTest.FLOWABLE_1000),
            new Growth("rows of `SqlQuery.stream()`, 20 to 1,000", LoadTest.ROW_STREAM_20, LoadTest.ROW_STREAM));
}
