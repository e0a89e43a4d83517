package org.jzenith.rest.internal.resteasy;

import java.util.List;
import java.util.Map;
import org.jboss.resteasy.core.SynchronousDispatcher;
import org.jboss.resteasy.spi.ResteasyProviderFactory;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.internal.log.CountedWarning;
import org.jzenith.rest.internal.entity.ContentCodings;
import org.slf4j.LoggerFactory;

/** RESTEasy as all requests of one application share it. Immutable and safe for use by many threads. */
public final class ResteasyContainer {

    private final SynchronousDispatcher dispatcher;
    private final Map<Class<?>, Object> defaults;
    private final String understood;
    private final boolean decodesBodies;
    private final int maxFormFields;
    private final OwnProviders ownWriters;
    private final CountedWarning lateHeaders = new CountedWarning(
            LoggerFactory.getLogger(ResteasyContainer.class),
            "Headers were set after the first bytes of a response had been sent, so the client does not get these "
                    + "headers. Set them before a WriterInterceptor calls proceed() and before a MessageBodyWriter "
                    + "writes.");

    /**
     * Creates it.
     *
     * @param dispatcher with all providers
     * @param decoded the content codings that the server decodes
     * @param maxFormFields fields of a form without parts; one with more is refused
     */
    public ResteasyContainer(
            final SynchronousDispatcher dispatcher, final List<String> decoded, final int maxFormFields) {
        this.dispatcher = dispatcher;
        this.defaults = defaults(dispatcher);
        this.understood = ContentCodings.understood(decoded);
        this.decodesBodies = ContentCodings.mayDecode(dispatcher.getProviderFactory());
        this.maxFormFields = maxFormFields;
        this.ownWriters = OwnProviders.writers(dispatcher.getProviderFactory());
    }

    @SuppressWarnings({"rawtypes", "unchecked"})
    private static Map<Class<?>, Object> defaults(final SynchronousDispatcher dispatcher) {
        return Map.copyOf((Map) dispatcher.getDefaultContextObjects());
    }

    SynchronousDispatcher dispatcher() {
        return dispatcher;
    }

    /** Returns the readers, writers, filters and interceptors. */
    public ResteasyProviderFactory providers() {
        return dispatcher.getProviderFactory();
    }

    /** Returns the value of an {@code @Context} type that does not depend on the request; null if there is none. */
    @Nullable
    Object contextDefault(final Class<?> type) {
        return defaults.get(type);
    }

    /** Returns the body writers of the application. */
    public OwnProviders ownWriters() {
        return ownWriters;
    }

    /** Returns the content codings that the server decodes, as text for clients. */
    public String understood() {
        return understood;
    }

    /** Returns true if the application may decode bodies; then their coding is checked when they are read. */
    public boolean decodesBodies() {
        return decodesBodies;
    }

    /** Returns the warning about headers that are set after the head of a response has been sent. */
    CountedWarning lateHeaders() {
        return lateHeaders;
    }

    int maxFormFields() {
        return maxFormFields;
    }
}
