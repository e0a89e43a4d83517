package org.jzenith.rest.rx;

import io.reactivex.Single;
import io.reactivex.disposables.CompositeDisposable;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jboss.resteasy.core.ResteasyContext;
import org.jboss.resteasy.spi.AsyncResponseProvider;

/** What one request has subscribed to. */
public final class Subscriptions {

    private final CompositeDisposable all = new CompositeDisposable();

    /** The providers that teach RESTEasy the types of RxJava 2 and Vert.x. */
    public static List<Object> providers() {
        return List.of(new SingleProvider());
    }

    /** Disposes everything that is still under way for the request, and what comes later. */
    public void dispose() {
        all.dispose();
    }

    static final class SingleProvider implements AsyncResponseProvider<Single<?>> {
        @Override
        public CompletionStage<?> toCompletionStage(final Single<?> single) {
            final CompletableFuture<Object> stage = new CompletableFuture<>();
            ResteasyContext.getRequiredContextData(Subscriptions.class)
                    .all
                    .add(single.subscribe(stage::complete, stage::completeExceptionally));
            return stage;
        }
    }
}
