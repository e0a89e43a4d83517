package org.jzenith.docs;

import com.google.inject.AbstractModule;
import org.jzenith.core.observe.EventObserver;
import org.jzenith.core.observe.Observers;
import org.jzenith.core.observe.RequestEvent;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

// region observer
/** Logs a line for each response. */
final class AccessLog implements EventObserver<RequestEvent.Answered> {

    private static final Logger LOGGER = LoggerFactory.getLogger("access");

    @Override
    public Class<RequestEvent.Answered> events() {
        return RequestEvent.Answered.class;
    }

    @Override
    public void observe(final RequestEvent.Answered event) {
        LOGGER.info(
                "{} {} {} {}",
                event.plugin(),
                event.request().id(),
                event.status(),
                event.bytes());
    }
}
// endregion

// region module
final class AccessLogModule extends AbstractModule {

    @Override
    protected void configure() {
        Observers.binder(binder()).addBinding().toInstance(new AccessLog());
    }
}
// endregion
