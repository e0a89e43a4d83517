package org.jzenith.benchmark.javascript;

import io.reactivex.Single;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;
import org.jzenith.sql.Database;
import org.jzenith.sql.Row;
import org.jzenith.sql.SqlQuery;

/** The tables of the benchmark. */
@Singleton
final class Worlds {

    private static final int ROWS = 10_000;

    private final SqlQuery<World> select;
    private final SqlQuery<Row> update;
    private final SqlQuery<Fortune> fortunes;

    @Inject
    Worlds(final Database database) {
        select = database.query("SELECT id, randomnumber FROM world WHERE id = $1", 1)
                .map(row -> new World(row.getInteger(0), row.getInteger(1)));
        update = database.query("UPDATE world SET randomnumber = $1 WHERE id = $2", 1, 1);
        fortunes = database.query("SELECT id, message FROM fortune")
                .map(row -> new Fortune(row.getInteger(0), row.getString(1)));
    }

    Single<World> random() {
        return select.bind(oneToTenThousand()).single();
    }

    Single<List<World>> random(final int count) {
        return select.singles(
                Stream.generate(() -> List.of(oneToTenThousand())).limit(count).toList());
    }

    /** Updates in the order of the ids, so that two updates never wait for each other in a circle. */
    Single<List<World>> update(final int count) {
        return random(count).flatMap(worlds -> {
            final List<World> changed = worlds.stream()
                    .map(world -> new World(world.id(), oneToTenThousand()))
                    .sorted(Comparator.comparingInt(World::id))
                    .toList();
            return update.batch(changed.stream()
                            .map(world -> List.of(world.randomNumber(), world.id()))
                            .toList())
                    .map(counts -> changed);
        });
    }

    Single<String> fortunes() {
        return fortunes.list().map(Worlds::page);
    }

    private static String page(final List<Fortune> stored) {
        final List<Fortune> all = new ArrayList<>(stored);
        all.add(new Fortune(0, "Additional fortune added at request time."));
        all.sort(Comparator.comparing(Fortune::message));
        final StringBuilder rows = new StringBuilder();
        for (final Fortune fortune : all) {
            rows.append("<tr><td>")
                    .append(fortune.id())
                    .append("</td><td>")
                    .append(fortune.message()
                            .replace("&", "&amp;")
                            .replace("<", "&lt;")
                            .replace(">", "&gt;"))
                    .append("</td></tr>\n");
        }
        return """
                <!DOCTYPE html>
                <html>
                <head><title>Fortunes</title></head>
                <body>
                <table>
                <tr><th>id</th><th>message</th></tr>
                %s</table>
                </body>
                </html>
                """.formatted(rows);
    }

    private static int oneToTenThousand() {
        return 1 + ThreadLocalRandom.current().nextInt(ROWS);
    }

    /** A row, as clients see it. */
    record World(int id, int randomNumber) {}

    private record Fortune(int id, String message) {}
}
