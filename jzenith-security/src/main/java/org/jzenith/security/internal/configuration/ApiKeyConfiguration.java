package org.jzenith.security.internal.configuration;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jzenith.core.configuration.Description;
import org.jzenith.core.configuration.converter.TextConverter;
import org.jzenith.http.internal.configuration.HttpText;

/** The settings of API keys. Immutable and safe for use by many threads. */
@ConfigMapping(prefix = "security")
public interface ApiKeyConfiguration {

    /**
     * The header of the key.
     *
     * @return its name
     */
    @WithDefault("X-API-Key")
    @WithConverter(HttpText.Token.class)
    @Description("The header in which clients send their API keys.")
    String apiKeyHeader();

    /**
     * The owners of keys.
     *
     * @return the keys by name
     */
    Map<String, ApiKey> apiKeys();

    /** The owner of a key. */
    interface ApiKey {

        /**
         * The hashes of the key, of which two are valid while it is replaced.
         *
         * @return one or two
         */
        @Description(
                "The SHA-256 of the key in hexadecimal digits, as --new-api-key prints it. While a new key replaces an old one, list both.")
        List<@WithConverter(Sha256.class) String> hashes();

        /**
         * The roles.
         *
         * @return empty for none
         */
        @Description("The roles of the owner of the key.")
        Optional<List<String>> roles();

        /**
         * The attributes of the identity.
         *
         * @return texts by name
         */
        @Description("The attributes of the owner of the key, such as its tenant, for Identity.attribute(..).")
        Map<String, @WithConverter(AttributeText.class) String> attributes();
    }

    /** The text of an attribute. */
    @SuppressWarnings("serial")
    final class AttributeText extends TextConverter {

        /** Created by SmallRye Config. */
        public AttributeText() {
            super(".*\\S.*", "a text that is not blank");
        }
    }

    /** The text of a SHA-256. */
    @SuppressWarnings("serial")
    final class Sha256 extends TextConverter {

        /** Created by SmallRye Config. */
        public Sha256() {
            super("[0-9a-f]{64}", "64 lower-case hexadecimal digits");
        }
    }
}
