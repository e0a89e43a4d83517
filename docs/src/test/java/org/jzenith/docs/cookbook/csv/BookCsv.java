package org.jzenith.docs.cookbook.csv;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.dataformat.csv.CsvGenerator;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import java.io.IOException;
import java.util.List;
import org.jzenith.json.Json;

/** Books as lines of CSV. */
final class BookCsv {

    static final String MEDIA_TYPE = "text/csv";
    static final String HEADER = "title,author,published\n";

    private static final CsvMapper MAPPER = CsvMapper.builder()
            .addModules(Json.modules())
            .enable(CsvGenerator.Feature.STRICT_CHECK_FOR_QUOTING)
            .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
            .build();
    private static final CsvSchema SCHEMA = MAPPER.schemaFor(Book.class);
    private static final ObjectWriter WRITER = MAPPER.writer(SCHEMA);
    private static final ObjectReader READER = MAPPER.readerFor(Book.class)
            .with(SCHEMA.withHeader().withColumnReordering(true).withStrictHeaders(true));

    private BookCsv() {}

    static String line(final Book book) throws JsonProcessingException {
        return WRITER.writeValueAsString(book);
    }

    static List<Book> parse(final byte[] csv) throws IOException {
        return READER.<Book>readValues(csv).readAll();
    }
}
