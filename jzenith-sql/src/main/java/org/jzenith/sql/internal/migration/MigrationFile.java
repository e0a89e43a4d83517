package org.jzenith.sql.internal.migration;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;

/**
 * A file among the migrations.
 *
 * @param name the name without folders
 * @param place the place of its source, for messages
 * @param address where it can be read
 */
record MigrationFile(String name, String place, URL address) {

    String text() throws IOException {
        final URLConnection connection = address.openConnection();
        // A cached jar is shared with others and must not be closed.
        connection.setUseCaches(false);
        try (InputStream content = connection.getInputStream()) {
            return new String(content.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
