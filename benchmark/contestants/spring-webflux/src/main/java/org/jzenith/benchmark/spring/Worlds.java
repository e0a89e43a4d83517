package org.jzenith.benchmark.spring;

import io.r2dbc.spi.Readable;
import io.r2dbc.spi.Result;
import io.r2dbc.spi.Statement;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The rows of the table {@code world}, one statement a row. */
@Component
final class Worlds {

    private static final String SELECT = "SELECT id, randomnumber FROM world WHERE id = $1";
    private static final String SELECT_ALL = "SELECT id, randomnumber FROM world";
    private static final String UPDATE = "UPDATE world SET randomnumber = $1 WHERE id = $2";
    private static final int ROWS = 10_000;

    private final DatabaseClient client;
    private final Mono<List<World>> all;

    Worlds(final DatabaseClient client) {
        this.client = client;
        this.all = client.sql(SELECT_ALL).map(Worlds::world).all().collectList().cache();
    }

    Mono<World> random() {
        return client.sql(SELECT)
                .bind(0, oneToTenThousand())
                .map(Worlds::world)
                .one();
    }

    Mono<List<World>> random(final int count) {
        return Flux.range(0, count).flatMap(i -> random()).collectList();
    }

    /** Updates in the order of the ids, so that two updates never wait for each other in a circle. */
    Mono<List<World>> update(final int count) {
        return random(count).flatMap(worlds -> {
            final List<World> changed = worlds.stream()
                    .map(world -> new World(world.id(), oneToTenThousand()))
                    .sorted(Comparator.comparingInt(World::id))
                    .toList();
            return client.inConnectionMany(connection -> {
                        final Statement update = connection.createStatement(UPDATE);
                        for (int i = 0; i < changed.size(); i++) {
                            (i == 0 ? update : update.add())
                                    .bind(0, changed.get(i).randomNumber())
                                    .bind(1, changed.get(i).id());
                        }
                        return Flux.from(update.execute()).concatMap(Result::getRowsUpdated);
                    })
                    .then(Mono.just(changed));
        });
    }

    Mono<List<World>> cached(final int count) {
        return all.map(worlds -> IntStream.range(0, count)
                .mapToObj(i -> worlds.get(oneToTenThousand() - 1))
                .toList());
    }

    private static int oneToTenThousand() {
        return 1 + ThreadLocalRandom.current().nextInt(ROWS);
    }

    private static World world(final Readable row) {
        return new World(row.get(0, Integer.class), row.get(1, Integer.class));
    }
}
