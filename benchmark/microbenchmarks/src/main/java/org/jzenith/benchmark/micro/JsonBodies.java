package org.jzenith.benchmark.micro;

import com.fasterxml.jackson.databind.Module;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.module.blackbird.BlackbirdModule;
import com.google.inject.Binder;
import com.google.inject.Guice;
import com.google.inject.multibindings.Multibinder;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jzenith.json.Json;
import org.jzenith.json.internal.configuration.JsonConfiguration;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Writing and reading with the application's mapper, without and with Jackson's Blackbird module. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
@State(Scope.Thread)
public class JsonBodies {

    /** The module that is added to the mapper. */
    @Param({"none", "blackbird"})
    public String module = "none";

    /** The kind of body. */
    @Param({"message", "worlds", "user", "bean"})
    public String value = "message";

    private Object object = "";
    private byte[] json = new byte[0];
    private ObjectWriter writer = new ObjectMapper().writer();
    private ObjectReader reader = new ObjectMapper().reader();

    /** Prepares reader and writer as they are prepared for a resource method. */
    @Setup
    public void prepare() throws IOException {
        final ObjectMapper mapper = Guice.createInjector(Json.bindings(), Json.defaultBindings(), this::bind)
                .getInstance(ObjectMapper.class);
        object = switch (value) {
            case "message" -> new Message("Hello, World!");
            case "worlds" ->
                IntStream.range(0, 20)
                        .mapToObj(i -> new World(i * 379, i * 491))
                        .toArray(World[]::new);
            case "user" -> user();
            case "bean" -> bean();
            default -> throw new IllegalArgumentException("There is no value '" + value + "'.");
        };
        writer = mapper.writerFor(object.getClass());
        reader = mapper.readerFor(object.getClass());
        json = writer.writeValueAsBytes(object);
    }

    private void bind(final Binder binder) {
        binder.bind(JsonConfiguration.class).toInstance(new Defaults());
        final Multibinder<Module> modules = Multibinder.newSetBinder(binder, Module.class);
        if (module.equals("blackbird")) {
            modules.addBinding().toInstance(new BlackbirdModule());
        }
    }

    private static User user() {
        return new User(
                UUID.fromString("f81d4fae-7dec-11d0-a765-00a0c91e6bf6"),
                "Ann Example",
                "ann@example.org",
                42,
                true,
                Instant.ofEpochSecond(1_790_000_000),
                List.of("admin", "author", "reader"));
    }

    private static Bean bean() {
        final Bean bean = new Bean();
        bean.setName("Ann Example");
        bean.setEmail("ann@example.org");
        bean.setAge(42);
        bean.setBalance(1_234_567_890_123L);
        bean.setActive(true);
        return bean;
    }

    /** A value to bytes. */
    @Benchmark
    public byte[] write() throws IOException {
        return writer.writeValueAsBytes(object);
    }

    /** Bytes to a value. */
    @Benchmark
    public Object read() throws IOException {
        return reader.readValue(json);
    }

    /** A record with one field. */
    public record Message(String message) {}

    /** A record with numbers. */
    public record World(int id, int randomNumber) {}

    /** A record as an application has it. */
    public record User(
            UUID id, String name, String email, int age, boolean active, Instant since, List<String> roles) {}

    /** A user with getters and setters. */
    public static final class Bean {

        private String name = "";
        private String email = "";
        private int age;
        private long balance;
        private boolean active;

        /** Empty. */
        public Bean() {}

        public String getName() {
            return name;
        }

        public void setName(final String name) {
            this.name = name;
        }

        public String getEmail() {
            return email;
        }

        public void setEmail(final String email) {
            this.email = email;
        }

        public int getAge() {
            return age;
        }

        public void setAge(final int age) {
            this.age = age;
        }

        public long getBalance() {
            return balance;
        }

        public void setBalance(final long balance) {
            this.balance = balance;
        }

        public boolean isActive() {
            return active;
        }

        public void setActive(final boolean active) {
            this.active = active;
        }
    }

    private static final class Defaults implements JsonConfiguration {

        @Override
        public boolean rejectUnknownFields() {
            return false;
        }
    }
}
