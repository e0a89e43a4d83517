package org.jzenith.javascript;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.slf4j.LoggerFactory;

/** The log during a test. */
final class RecordedLog implements BeforeEachCallback, AfterEachCallback {

    private final List<ILoggingEvent> events = new CopyOnWriteArrayList<>();
    private final AppenderBase<ILoggingEvent> appender = new AppenderBase<>() {
        @Override
        protected void append(final ILoggingEvent event) {
            events.add(event);
        }
    };

    @Override
    public void beforeEach(final ExtensionContext context) {
        appender.start();
        root().addAppender(appender);
    }

    @Override
    public void afterEach(final ExtensionContext context) {
        root().detachAppender(appender);
    }

    private static Logger root() {
        return (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    }

    List<ILoggingEvent> events() {
        return events;
    }

    /** Returns the lines with their stack traces. */
    String text() {
        return events.stream()
                .map(event -> event.getFormattedMessage()
                        + (event.getThrowableProxy() == null
                                ? ""
                                : "\n" + ThrowableProxyUtil.asString(event.getThrowableProxy())))
                .collect(Collectors.joining("\n"));
    }
}
