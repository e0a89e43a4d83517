package org.jzenith.docs.cookbook.csv;

import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import java.io.IOException;
import java.util.List;
import org.jzenith.json.Json;

/** Reads books from lines of CSV. */
final class BookCsv {

    private static final CsvMapper MAPPER =
            CsvMapper.builder().addModules(Json.modules()).build();
    private static final ObjectReader READER = MAPPER.readerFor(Book.class)
            .with(MAPPER.schemaFor(Book.class)
                    .withHeader()
                    .withColumnReordering(true)
                    .withStrictHeaders(true));

    private BookCsv() {}

    static List<Book> parse(final byte[] csv) throws IOException {
        return READER.<Book>readValues(csv).readAll();
    }
}
