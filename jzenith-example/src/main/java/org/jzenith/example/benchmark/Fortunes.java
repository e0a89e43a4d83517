package org.jzenith.example.benchmark;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import io.reactivex.Single;
import io.vertx.core.buffer.Buffer;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.Comparator;
import java.util.List;
import org.jzenith.sql.Database;
import org.jzenith.sql.SqlQuery;

/** The page of fortunes, from a template that is compiled with the program and escapes its values. */
@Singleton
final class Fortunes {

    private static final Fortune ADDED = new Fortune(0, "Additional fortune added at request time.");

    private static final Comparator<Fortune> BY_MESSAGE =
            (one, other) -> one.message().compareTo(other.message());

    private final SqlQuery<Fortune> select;
    private final TemplateEngine templates = TemplateEngine.createPrecompiled(ContentType.Html);

    @Inject
    Fortunes(final Database database) {
        select = database.query("SELECT id, message FROM fortune")
                .map(row -> new Fortune(row.getInteger(0), row.getString(1)));
    }

    Single<Buffer> page() {
        return select.list().map(this::render);
    }

    private Buffer render(final List<Fortune> fortunes) {
        fortunes.add(ADDED);
        fortunes.sort(BY_MESSAGE);
        final FortunesPage page = new FortunesPage();
        templates.render("fortunes.jte", fortunes, page);
        return page.body();
    }
}
