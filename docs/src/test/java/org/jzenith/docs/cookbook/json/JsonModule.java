package org.jzenith.docs.cookbook.json;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.Module;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import com.google.inject.AbstractModule;
import com.google.inject.multibindings.Multibinder;
import java.io.IOException;
import org.jzenith.json.Json;

/** The application's JSON settings. */
public final class JsonModule extends AbstractModule {

    // region configure
    @Override
    protected void configure() {
        final Multibinder<Module> modules =
                Multibinder.newSetBinder(binder(), Module.class);
        modules.addBinding()
                .toInstance(Json.adjust(mapper -> mapper.setPropertyNamingStrategy(
                                PropertyNamingStrategies.SNAKE_CASE)
                        .setDefaultPropertyInclusion(
                                JsonInclude.Include.NON_ABSENT)));
        modules.addBinding()
                .toInstance(new SimpleModule("money")
                        .addSerializer(Money.class, new MoneyWriter())
                        .addDeserializer(Money.class, new MoneyReader()));
    }
    // endregion

    /** An amount as text, {@code "12.50 EUR"}. */
    private static final class MoneyWriter extends StdSerializer<Money> {

        private static final long serialVersionUID = 1L;

        MoneyWriter() {
            super(Money.class);
        }

        @Override
        public void serialize(final Money money, final JsonGenerator json, final SerializerProvider context)
                throws IOException {
            json.writeString(money.toString());
        }
    }

    /** Reads what {@link MoneyWriter} writes. */
    private static final class MoneyReader extends StdDeserializer<Money> {

        private static final long serialVersionUID = 1L;

        MoneyReader() {
            super(Money.class);
        }

        @Override
        public Money deserialize(final JsonParser json, final DeserializationContext context) throws IOException {
            final String text = context.readValue(json, String.class);
            try {
                return Money.parse(text);
            } catch (final IllegalArgumentException e) {
                return (Money) context.handleWeirdStringValue(Money.class, text, "an amount such as 12.50 EUR");
            }
        }
    }
}
