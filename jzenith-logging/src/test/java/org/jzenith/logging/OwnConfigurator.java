package org.jzenith.logging;

import ch.qos.logback.classic.BasicConfigurator;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.core.spi.ContextAwareBase;

/** A configuration in code, which logs the thread in brackets. */
public final class OwnConfigurator extends ContextAwareBase implements Configurator {

    /** Created by Logback. */
    public OwnConfigurator() {}

    @Override
    public ExecutionStatus configure(final LoggerContext logback) {
        final BasicConfigurator basic = new BasicConfigurator();
        basic.setContext(logback);
        return basic.configure(logback);
    }
}
