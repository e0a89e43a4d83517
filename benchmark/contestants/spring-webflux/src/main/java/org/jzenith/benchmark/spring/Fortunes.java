package org.jzenith.benchmark.spring;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** The page of fortunes, put together by hand, as in the baseline. */
@Component
final class Fortunes {

    private static final String SELECT = "SELECT id, message FROM fortune";
    private static final int USUAL_SIZE = 2048;

    private final DatabaseClient client;

    Fortunes(final DatabaseClient client) {
        this.client = client;
    }

    Mono<String> page() {
        return client.sql(SELECT)
                .map(row -> new Fortune(row.get(0, Integer.class), row.get(1, String.class)))
                .all()
                .collectList()
                .map(Fortunes::page);
    }

    private static String page(final List<Fortune> stored) {
        final List<Fortune> fortunes = new ArrayList<>(stored);
        fortunes.add(new Fortune(0, "Additional fortune added at request time."));
        fortunes.sort(Comparator.comparing(Fortune::message));
        final StringBuilder page = new StringBuilder(USUAL_SIZE).append("""
                <!DOCTYPE html>
                <html>
                <head><title>Fortunes</title></head>
                <body>
                <table>
                <tr><th>id</th><th>message</th></tr>
                """);
        for (final Fortune fortune : fortunes) {
            page.append("<tr><td>").append(fortune.id()).append("</td><td>");
            appendEscaped(page, fortune.message());
            page.append("</td></tr>\n");
        }
        return page.append("</table>\n</body>\n</html>\n").toString();
    }

    private static void appendEscaped(final StringBuilder page, final String text) {
        for (int i = 0; i < text.length(); i++) {
            final char c = text.charAt(i);
            switch (c) {
                case '<' -> page.append("&lt;");
                case '>' -> page.append("&gt;");
                case '&' -> page.append("&amp;");
                default -> page.append(c);
            }
        }
    }
}
