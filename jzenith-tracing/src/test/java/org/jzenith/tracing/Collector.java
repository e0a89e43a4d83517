package org.jzenith.tracing;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.resource.v1.Resource;
import io.opentelemetry.proto.trace.v1.Span;
import io.reactivex.Observable;
import jakarta.inject.Inject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.rest.RestPlugin;

/** A collector of spans: an application of its own that speaks OTLP. */
final class Collector implements AutoCloseable {

    private final Queue<Span> spans = new ConcurrentLinkedQueue<>();
    private final Map<String, List<Span>> traces = new ConcurrentHashMap<>();
    private final List<Resource> resources = new CopyOnWriteArrayList<>();
    private final RunningApplication application = JZenith.application()
            .withPlugins(RestPlugin.withResources(TraceResource.class))
            .withModules(binder -> binder.bind(Collector.class).toInstance(this))
            .withConfiguration("rest.port", 0)
            .withConfiguration("rest.max-body-size", "64M")
            .withoutConfigurationFiles()
            .run();

    @Path("/v1/traces")
    public static final class TraceResource {

        private final Collector collector;

        @Inject
        TraceResource(final Collector collector) {
            this.collector = collector;
        }

        @POST
        @Consumes("application/x-protobuf")
        public void take(final byte[] body) throws InvalidProtocolBufferException {
            ExportTraceServiceRequest.parseFrom(body).getResourceSpansList().forEach(each -> {
                collector.resources.add(each.getResource());
                each.getScopeSpansList().forEach(scope -> scope.getSpansList().forEach(collector::add));
            });
        }
    }

    private void add(final Span span) {
        spans.add(span);
        traces.computeIfAbsent(hex(span.getTraceId()), id -> new CopyOnWriteArrayList<>())
                .add(span);
    }

    String uri() {
        return application.uri().toString();
    }

    /** Returns the spans that have arrived. */
    List<Span> spans() {
        return List.copyOf(spans);
    }

    List<Resource> resources() {
        return List.copyOf(resources);
    }

    /** Returns the spans of one trace. */
    List<Span> trace(final String traceId) {
        return List.copyOf(traces.getOrDefault(traceId, List.of()));
    }

    /** Waits for a span with a name. */
    Span awaitSpan(final String name) {
        await(
                "the span " + name,
                () -> spans.stream().anyMatch(span -> span.getName().equals(name)));
        return spans.stream()
                .filter(span -> span.getName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** Draws a trace: each span with those below it in brackets, in the order of their names. */
    String tree(final String traceId) {
        final List<Span> all = trace(traceId);
        final Map<ByteString, List<Span>> below = all.stream().collect(Collectors.groupingBy(Span::getParentSpanId));
        final List<ByteString> known = all.stream().map(Span::getSpanId).toList();
        return all.stream()
                .filter(span -> !known.contains(span.getParentSpanId()))
                .map(span -> draw(span, below))
                .sorted()
                .collect(Collectors.joining(" "));
    }

    private static String draw(final Span span, final Map<ByteString, List<Span>> below) {
        final List<Span> children = below.getOrDefault(span.getSpanId(), List.of());
        return span.getName()
                + (children.isEmpty()
                        ? ""
                        : children.stream()
                                .map(child -> draw(child, below))
                                .sorted()
                                .collect(Collectors.joining(", ", " [", "]")));
    }

    static String hex(final ByteString id) {
        return HexFormat.of().formatHex(id.toByteArray());
    }

    /** Returns the attributes of a span as text. */
    static Map<String, String> attributes(final Span span) {
        return attributes(span.getAttributesList());
    }

    static Map<String, String> attributes(final List<KeyValue> list) {
        return list.stream()
                .collect(Collectors.toMap(
                        KeyValue::getKey,
                        each -> each.getValue().hasIntValue()
                                ? Long.toString(each.getValue().getIntValue())
                                : each.getValue().getStringValue()));
    }

    /** Waits until something is true, with a generous limit. */
    static void await(final String meaning, final BooleanSupplier condition) {
        assertThat(comes(condition)).as(meaning).isTrue();
    }

    /** Returns false if something is not true within a generous limit. */
    static boolean comes(final BooleanSupplier condition) {
        return Observable.interval(0, 10, TimeUnit.MILLISECONDS)
                .filter(tick -> condition.getAsBoolean())
                .map(tick -> true)
                .timeout(30, TimeUnit.SECONDS, Observable.just(false))
                .blockingFirst();
    }

    @Override
    public void close() {
        application.stop();
    }
}
