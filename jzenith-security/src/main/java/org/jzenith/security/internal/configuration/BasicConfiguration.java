package org.jzenith.security.internal.configuration;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.Secret;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jzenith.core.configuration.Description;
import org.jzenith.core.configuration.converter.DurationConverter;
import org.jzenith.core.configuration.converter.Ranges;
import org.jzenith.core.configuration.converter.TextConverter;
import org.jzenith.security.password.Users;

/** The settings of basic authentication. Immutable and safe for use by many threads. */
@ConfigMapping(prefix = "security")
public interface BasicConfiguration {

    /**
     * The users, for {@link Users#fromSettings}.
     *
     * @return the users by name
     */
    Map<String, User> users();

    /**
     * The settings of basic authentication.
     *
     * @return a group of settings
     */
    Basic basic();

    /** A user. */
    interface User {

        /**
         * The hash of the password.
         *
         * @return not the password
         */
        @Description("The hash of the user's password, as --hash-password prints it: argon2id, bcrypt or PBKDF2.")
        Secret<String> password();

        /**
         * The roles.
         *
         * @return empty for none
         */
        @Description("The roles of the user.")
        Optional<List<String>> roles();
    }

    /** Settings of basic authentication. */
    interface Basic {

        /**
         * The realm in the challenge.
         *
         * @return text without quotes
         */
        @WithDefault("application")
        @WithConverter(Realm.class)
        @Description("The realm that browsers show when they ask for a password.")
        String realm();

        /**
         * The file of the users, for {@link Users#fromFile}.
         *
         * @return replaces the file that the code names
         */
        @Description("The file with the users; replaces the file named in code. Each line is name:hash:roles.")
        Optional<Path> file();

        /**
         * The interval at which the file is checked for changes.
         *
         * @return 0 for never
         */
        @WithDefault("5s")
        @WithConverter(Ranges.NotNegativeDuration.class)
        @Description("How often the file is checked for changes and reloaded; 0s disables reloading.")
        Duration reloadInterval();

        /**
         * The number of hashes that are computed at once.
         *
         * @return empty for half of the processors
         */
        @Description("How many password hashes are computed at once, on separate threads. When not set, half of the"
                + " processors, at least one.")
        Optional<@WithConverter(Ranges.Positive.class) Integer> threads();

        /**
         * The number of passwords that wait for a thread.
         *
         * @return more are refused
         */
        @WithDefault("64")
        @WithConverter(Ranges.NotNegative.class)
        @Description(
                "How many passwords may wait to be checked; further ones get a 503. Names that logged in from the same network"
                        + " within 24 h go first, and can displace others.")
        int queue();

        /**
         * The time for which a right password need not be checked again.
         *
         * @return 0 to check it for each request
         */
        @WithDefault("60s")
        @WithConverter(CacheTime.class)
        @Description("How long a verified password is cached, as a keyed digest, to avoid hashing it on every request;"
                + " 0s for never, 60s at most.")
        Duration cacheTime();

        /**
         * The number of right passwords that are remembered.
         *
         * @return entries
         */
        @WithDefault("10000")
        @WithConverter(Ranges.Positive.class)
        @Description("How many verified passwords are cached; a new one replaces the oldest.")
        int cacheSize();
    }

    /** The text of a realm. */
    @SuppressWarnings("serial")
    final class Realm extends TextConverter {

        /** Created by SmallRye Config. */
        public Realm() {
            super("[ !#-\\[\\]-~]+", "text of ASCII characters without quotes and backslashes");
        }
    }

    /** The time for which a right password is remembered. */
    @SuppressWarnings("serial")
    final class CacheTime extends DurationConverter {

        /** Created by SmallRye Config. */
        public CacheTime() {
            super(Duration.ZERO, Duration.ofSeconds(60));
        }
    }
}
