package org.jzenith.rest.rx;

import io.reactivex.disposables.CompositeDisposable;
import io.reactivex.disposables.Disposable;
import jakarta.ws.rs.ext.Providers;
import java.util.List;
import java.util.concurrent.Executor;
import org.jboss.resteasy.core.ResteasyContext;

/**
 * What one request has subscribed to. Results come back on the request's event loop, whatever thread they arrive on.
 * Safe for use by many threads.
 */
public final class Subscriptions {

    private final Executor eventLoop;
    private final CompositeDisposable all = new CompositeDisposable();

    /**
     * Begins without any.
     *
     * @param eventLoop runs work on the request's event loop with the request's context: at once if it is there already
     */
    public Subscriptions(final Executor eventLoop) {
        this.eventLoop = eventLoop;
    }

    /**
     * What teaches RESTEasy the types of RxJava 2 and Vert.x.
     *
     * @param bodies finds readers and writers of elements
     * @return providers to register as built-ins
     */
    public static List<Object> providers(final Providers bodies) {
        return List.of(
                new ResultTypes.OfSingle(),
                new ResultTypes.OfMaybe(),
                new ResultTypes.OfCompletable(),
                new ResultTypes.OfStage(),
                new ResultTypes.OfFuture(),
                new ResultTypes.OfFlowable(),
                new ResultTypes.OfObservable(),
                new StreamWriter(bodies),
                new SingleBody(bodies));
    }

    /** Disposes what is still under way, and whatever is subscribed to later. */
    public void dispose() {
        all.dispose();
    }

    static Subscriptions current() {
        return ResteasyContext.getRequiredContextData(Subscriptions.class);
    }

    void add(final Disposable disposable) {
        all.add(disposable);
    }

    void onEventLoop(final Runnable work) {
        eventLoop.execute(work);
    }
}
