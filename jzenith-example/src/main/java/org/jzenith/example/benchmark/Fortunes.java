package org.jzenith.example.benchmark;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.TemplateOutput;
import gg.jte.output.StringOutput;
import io.reactivex.Single;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jzenith.postgresql.PostgresqlClient;
import org.jzenith.postgresql.Query;

/** The page of fortunes, from a template that was compiled with the program and escapes what it shows. */
@Singleton
final class Fortunes {

    private static final Fortune ADDED = new Fortune(0, "Additional fortune added at request time.");

    private final Query<Fortune> select;
    private final TemplateEngine templates = TemplateEngine.createPrecompiled(ContentType.Html);

    @Inject
    Fortunes(final PostgresqlClient client) {
        select = client.query("SELECT id, message FROM fortune")
                .map(row -> new Fortune(row.getInteger(0), row.getString(1)));
    }

    Single<String> page() {
        return select.list().map(this::render);
    }

    private String render(final List<Fortune> stored) {
        final List<Fortune> fortunes = new ArrayList<>(stored);
        fortunes.add(ADDED);
        fortunes.sort(Comparator.comparing(Fortune::message));
        final TemplateOutput page = new StringOutput(2048);
        templates.render("fortunes.jte", fortunes, page);
        return page.toString();
    }
}
