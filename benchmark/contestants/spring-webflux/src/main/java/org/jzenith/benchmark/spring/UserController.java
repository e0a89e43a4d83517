package org.jzenith.benchmark.spring;

import java.util.UUID;
import org.springframework.http.HttpStatus;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;
import reactor.core.publisher.Mono;

/** The users of the example. */
@RestController
class UserController {

    private static final String SELECT = "SELECT id, name, email FROM users WHERE id = $1";

    private final DatabaseClient client;

    UserController(final DatabaseClient client) {
        this.client = client;
    }

    /** A path without a UUID is not found. */
    @GetMapping("/users/{id:[0-9a-f-]{36}}")
    Mono<User> user(@PathVariable("id") final UUID id) {
        return client.sql(SELECT)
                .bind(0, id)
                .map(row -> new User(row.get(0, UUID.class), row.get(1, String.class), row.get(2, String.class)))
                .one()
                .switchIfEmpty(Mono.error(() -> new ResponseStatusException(HttpStatus.NOT_FOUND)));
    }
}
