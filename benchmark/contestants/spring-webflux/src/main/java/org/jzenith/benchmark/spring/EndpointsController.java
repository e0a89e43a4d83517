package org.jzenith.benchmark.spring;

import java.util.List;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** The TechEmpower tests. */
@RestController
class EndpointsController {

    private static final int MOST = 500;

    private final Worlds worlds;
    private final Fortunes fortunes;

    EndpointsController(final Worlds worlds, final Fortunes fortunes) {
        this.worlds = worlds;
        this.fortunes = fortunes;
    }

    @GetMapping(path = "/plaintext", produces = MediaType.TEXT_PLAIN_VALUE)
    Mono<String> plaintext() {
        return Mono.just("Hello, World!");
    }

    @GetMapping("/json")
    Mono<Message> json() {
        return Mono.just(new Message("Hello, World!"));
    }

    @GetMapping("/db")
    Mono<World> db() {
        return worlds.random();
    }

    @GetMapping("/queries")
    Mono<List<World>> queries(@RequestParam(name = "queries", defaultValue = "1") final String count) {
        return worlds.random(count(count));
    }

    @GetMapping("/updates")
    Mono<List<World>> updates(@RequestParam(name = "queries", defaultValue = "1") final String count) {
        return worlds.update(count(count));
    }

    @GetMapping("/cached-queries")
    Mono<List<World>> cachedQueries(@RequestParam(name = "count", defaultValue = "1") final String count) {
        return worlds.cached(count(count));
    }

    @GetMapping(path = "/fortunes", produces = "text/html;charset=utf-8")
    Mono<String> fortunes() {
        return fortunes.page();
    }

    /** From 1 to 500; anything that is not a number means 1. */
    private static int count(final String text) {
        try {
            return Math.max(1, Math.min(MOST, Integer.parseInt(text)));
        } catch (final NumberFormatException e) {
            return 1;
        }
    }
}
