package reactor.core.publisher;

import org.reactivestreams.Publisher;

/** Named as in Reactor. */
public abstract class Flux<T> implements Publisher<T> {}
