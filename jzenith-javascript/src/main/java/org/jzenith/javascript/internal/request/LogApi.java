package org.jzenith.javascript.internal.request;

import java.util.Locale;
import org.graalvm.polyglot.Value;
import org.jzenith.core.internal.log.LogText;
import org.jzenith.javascript.script.ScriptApi;
import org.jzenith.javascript.script.ScriptRequest;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** {@code log}: writes lines to the application's log, with the request id. */
final class LogApi implements ScriptApi {

    private static final Logger LOGGER = LoggerFactory.getLogger("javascript");

    @Override
    public String name() {
        return "log";
    }

    @Override
    public Object create(final ScriptRequest request) {
        final Value log = request.object();
        for (final Level level : new Level[] {Level.DEBUG, Level.INFO, Level.WARN, Level.ERROR}) {
            log.putMember(level.name().toLowerCase(Locale.ROOT), request.function(arguments -> {
                final StringBuilder text = new StringBuilder();
                for (final Value argument : arguments) {
                    text.append(text.isEmpty() ? "" : " ")
                            .append(argument.isString() ? argument.asString() : argument.toString());
                }
                LOGGER.atLevel(level).log("{}", LogText.escape(text.toString()));
                return null;
            }));
        }
        return log;
    }
}
