package org.jzenith.sql.migration;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.Reader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import org.flywaydb.core.api.resource.LoadableResource;
import org.flywaydb.core.api.resource.Resource;
import org.flywaydb.core.internal.sqlscript.FlywaySqlScriptException;
import org.jzenith.core.log.SqlScanner;

/** A script in which a statement has failed. */
final class MigrationScript {

    private final Resource file;
    private final int failedLine;

    MigrationScript(final FlywaySqlScriptException error) {
        this.file = error.getResource();
        this.failedLine = error.getLineNumber();
    }

    String name() {
        return file.getFilename();
    }

    /** Returns the file and line of the statement. */
    String place() {
        final File onDisk = new File(file.getAbsolutePathOnDisk());
        return (onDisk.exists() ? MigrationFiles.source(onDisk.getPath()) : file.getAbsolutePath()) + ", line "
                + failedLine;
    }

    /** Returns the line of the last COMMIT that the script itself has run; 0 for none. */
    int lineOfCommit() {
        final String sql = text();
        int found = 0;
        int line = 1;
        int position = 0;
        boolean startsStatement = true;
        boolean hasBody = false;
        for (final SqlScanner token = new SqlScanner(sql); token.next(); ) {
            line += (int) sql.substring(position, token.start())
                    .chars()
                    .filter(each -> each == '\n')
                    .count();
            position = token.start();
            if (line >= failedLine) {
                return found;
            }
            if (token.kind() != SqlScanner.Kind.COMMENT) {
                final String word = token.text();
                hasBody |= word.equalsIgnoreCase("ATOMIC");
                if (startsStatement
                        && (word.equalsIgnoreCase("COMMIT") || (word.equalsIgnoreCase("END") && !hasBody))) {
                    found = line;
                }
                startsStatement = token.is(';');
            }
        }
        return found;
    }

    private String text() {
        if (!(file instanceof final LoadableResource readable)) {
            return "";
        }
        final StringWriter text = new StringWriter();
        try (Reader reader = new BufferedReader(readable.read())) {
            reader.transferTo(text);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }
}
