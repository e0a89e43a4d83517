package org.jzenith.javascript.internal.api;

import jakarta.inject.Inject;
import org.jzenith.javascript.internal.configuration.JavaScriptConfiguration;
import org.jzenith.javascript.script.ScriptApi;
import org.jzenith.javascript.script.ScriptRequest;

/** The object {@code settings}: the settings below {@code javascript.settings}, as texts. */
final class SettingsApi implements ScriptApi {

    private final JavaScriptConfiguration configuration;

    @Inject
    SettingsApi(final JavaScriptConfiguration configuration) {
        this.configuration = configuration;
    }

    @Override
    public String name() {
        return "settings";
    }

    @Override
    public Object create(final ScriptRequest request) {
        return request.value(configuration.settings());
    }
}
