package org.jzenith.sql.internal.migration;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.Reader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import org.flywaydb.core.api.resource.LoadableResource;
import org.flywaydb.core.api.resource.Resource;
import org.flywaydb.core.internal.sqlscript.FlywaySqlScriptException;
import org.jzenith.sql.text.SqlLexis;

/** A script in which a statement has failed. */
final class MigrationScript {

    private final Resource file;
    private final int failedLine;
    private final SqlLexis lexis;

    MigrationScript(final FlywaySqlScriptException error, final SqlLexis lexis) {
        this.file = error.getResource();
        this.failedLine = error.getLineNumber();
        this.lexis = lexis;
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
        int found = 0;
        boolean hasBody = false;
        for (final ScriptStatement statement : ScriptStatement.of(text(), lexis)) {
            if (statement.line() >= failedLine) {
                return found;
            }
            hasBody |= statement.text().contains(" ATOMIC ");
            if (statement.text().startsWith("COMMIT ") || (statement.text().startsWith("END ") && !hasBody)) {
                found = statement.line();
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
