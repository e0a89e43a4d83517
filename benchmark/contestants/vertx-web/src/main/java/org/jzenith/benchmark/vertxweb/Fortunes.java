package org.jzenith.benchmark.vertxweb;

import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The page of fortunes, put together by hand, as in the baseline. */
final class Fortunes {

    private static final String SELECT = "SELECT id, message FROM fortune";
    private static final CharSequence HTML = HttpHeaders.createOptimized("text/html;charset=utf-8");
    private static final int USUAL_SIZE = 2048;

    private final SqlClient client;

    Fortunes(final SqlClient client) {
        this.client = client;
    }

    void add(final Router router) {
        router.get("/fortunes").handler(this::fortunes);
    }

    private void fortunes(final RoutingContext context) {
        client.preparedQuery(SELECT)
                .execute()
                .onSuccess(rows -> {
                    context.response().headers().set(HttpHeaders.CONTENT_TYPE, HTML);
                    context.end(page(rows));
                })
                .onFailure(context::fail);
    }

    private static String page(final RowSet<Row> rows) {
        final List<Fortune> fortunes = new ArrayList<>();
        rows.forEach(row -> fortunes.add(new Fortune(row.getInteger(0), row.getString(1))));
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
