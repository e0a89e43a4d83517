package shop;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.KeyDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.google.inject.multibindings.Multibinder;
import jakarta.validation.Validation;
import jakarta.validation.ValidatorFactory;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.valueextraction.ExtractedValue;
import jakarta.validation.valueextraction.UnwrapByDefault;
import jakarta.validation.valueextraction.ValueExtractor;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Application;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.jzenith.rest.RestApi;
import org.jzenith.rest.RestPlugin;
import org.jzenith.rest.RunningServer;
import org.jzenith.test.internal.log.LogLines;

/** Applications that look like mistakes and are none: the start refuses nothing that has a meaning. */
final class LegalApplicationsTest {

    interface Marker {}

    /** Jackson has no way to make one of an object, and its module makes one of a key. */
    static final class Money {

        private final long cents;

        private Money(final long cents, final boolean isExact) {
            this.cents = isExact ? cents : -1;
        }

        @Override
        public String toString() {
            return String.valueOf(cents);
        }
    }

    static final class MoneyKeys extends KeyDeserializer {

        @Override
        public Object deserializeKey(final String key, final DeserializationContext context) {
            return new Money(Long.parseLong(key), true);
        }
    }

    /** The argument is for the compiler. */
    record Id<T>(String value) {}

    record Reference<T extends Marker>(Id<T> id, Map<Money, Integer> amounts) {}

    @Path("/phantoms")
    public static final class PhantomResource {

        @POST
        @Path("keys")
        public String keys(final Map<Money, Integer> amounts) {
            return amounts.toString();
        }

        @POST
        @Path("interface")
        public String marker(final Id<Marker> id) {
            return id.value();
        }

        @POST
        @Path("closed")
        public List<Id<Money>> closed(final List<Id<Money>> ids) {
            return ids;
        }

        @POST
        @Path("properties")
        public String properties(final Reference<Marker> reference) {
            return reference.id().value() + reference.amounts();
        }
    }

    @Test
    void argumentsThatAreNoValuesAreNotMadeByJackson() {
        final SimpleModule module = new SimpleModule().addKeyDeserializer(Money.class, new MoneyKeys());
        try (RunningServer server = RunningServer.of(
                RestPlugin.withResources(PhantomResource.class),
                binder -> Multibinder.newSetBinder(binder, com.fasterxml.jackson.databind.Module.class)
                        .addBinding()
                        .toInstance(module))) {
            assertThat(server.post("/phantoms/keys", "{\"12\":1}").body()).isEqualTo("{12=1}");
            assertThat(server.post("/phantoms/interface", "{\"value\":\"a\"}").body())
                    .isEqualTo("a");
            assertThat(server.post("/phantoms/closed", "[{\"value\":\"a\"}]").body())
                    .isEqualTo("[{\"value\":\"a\"}]");
            assertThat(server.post("/phantoms/properties", "{\"id\":{\"value\":\"a\"},\"amounts\":{\"1\":2}}")
                            .body())
                    .isEqualTo("a{1=2}");
        }
    }

    /** A reader of the application for the list reads its elements, too. */
    static final class Unmakeable {
        private Unmakeable(final int a, final int b) {}
    }

    @jakarta.ws.rs.ext.Provider
    @jakarta.ws.rs.Consumes("application/json")
    public static final class ListReader implements jakarta.ws.rs.ext.MessageBodyReader<List<Unmakeable>> {

        @Override
        public boolean isReadable(
                final Class<?> type,
                final java.lang.reflect.Type genericType,
                final java.lang.annotation.Annotation[] annotations,
                final jakarta.ws.rs.core.MediaType mediaType) {
            return type == List.class;
        }

        @Override
        public List<Unmakeable> readFrom(
                final Class<List<Unmakeable>> type,
                final java.lang.reflect.Type genericType,
                final java.lang.annotation.Annotation[] annotations,
                final jakarta.ws.rs.core.MediaType mediaType,
                final jakarta.ws.rs.core.MultivaluedMap<String, String> headers,
                final java.io.InputStream body) {
            return List.of(new Unmakeable(1, 2));
        }
    }

    @Path("/own-list")
    public static final class OwnListResource {

        @POST
        public String post(final List<Unmakeable> all) {
            return "" + all.size();
        }
    }

    @Test
    void theReaderOfAListMakesItsElements() {
        try (RunningServer server =
                RunningServer.of(RestPlugin.withResources(OwnListResource.class).withProviders(ListReader.class))) {
            assertThat(server.post("/own-list", "[]").body()).isEqualTo("1");
        }
    }

    /** Base class with path parameters that only some of its subclasses have. */
    public static class TenantResource {

        @PathParam("tenant")
        protected String tenant;

        protected String region;

        @PathParam("region")
        public void setRegion(final String given) {
            region = given;
        }

        @GET
        @Path("name")
        public String name(@PathParam("shop") final String shop) {
            return tenant + region + shop;
        }
    }

    @Path("/tenants/{tenant}/{region}/{shop}")
    public static final class OrdersOfTenantResource extends TenantResource {}

    @Path("/tenants")
    public static final class TenantsResource extends TenantResource {}

    public interface NamedApi {

        @GET
        @Path("named")
        String named(@PathParam("name") String name);
    }

    @Path("/named/{name}")
    public static final class NamedResource implements NamedApi {

        @Override
        public String named(final String name) {
            return "" + name;
        }
    }

    @Path("/unnamed")
    public static final class UnnamedResource implements NamedApi {

        @Override
        public String named(final String name) {
            return "" + name;
        }
    }

    public static class CommonFilter {

        @PathParam("tenant")
        protected String tenant;
    }

    public static final class OrderFilter extends CommonFilter {

        @QueryParam("state")
        private String state;

        @Override
        public String toString() {
            return tenant + state;
        }
    }

    @Path("/filtered")
    public static final class FilteredResource {

        @GET
        public String get(@BeanParam final OrderFilter filter) {
            return filter.toString();
        }
    }

    @Test
    void inheritedPathParametersMayBeInThePathsOfOtherClasses() {
        try (RunningServer server = RunningServer.of(RestPlugin.withResources(
                OrdersOfTenantResource.class,
                TenantsResource.class,
                NamedResource.class,
                UnnamedResource.class,
                FilteredResource.class))) {
            assertThat(server.get("/tenants/a/b/c/name").body()).isEqualTo("abc");
            assertThat(server.get("/tenants/name").body()).isEqualTo("nullnullnull");
            assertThat(server.get("/named/a/named").body()).isEqualTo("a");
            assertThat(server.get("/unnamed/named").body()).isEqualTo("null");
            assertThat(server.get("/filtered?state=a").body()).isEqualTo("nulla");
        }
    }

    public static final class Inner {

        @PathParam("id")
        private String id;
    }

    public static final class Outer {

        @BeanParam
        private Inner inner;

        @Override
        public String toString() {
            return "" + inner.id;
        }
    }

    @Path("/nested/first")
    public static final class FirstNestedResource {

        @GET
        public String get(@BeanParam final Outer outer) {
            return outer.toString();
        }
    }

    @Path("/nested/second")
    public static final class SecondNestedResource {

        @GET
        public String all(@BeanParam final Outer outer) {
            return outer.toString();
        }

        @GET
        @Path("other")
        public String other(@BeanParam final Outer outer) {
            return outer.toString();
        }

        @GET
        @Path("{id}")
        public String one(@BeanParam final Outer outer) {
            return outer.toString();
        }
    }

    @Test
    void aBeanInABeanGetsWhatAnyPathOfItsMethodsHas() {
        try (RunningServer server =
                RunningServer.of(RestPlugin.withResources(FirstNestedResource.class, SecondNestedResource.class))) {
            assertThat(server.get("/nested/second/7").body()).isEqualTo("7");
            assertThat(server.get("/nested/first").body()).isEqualTo("null");
        }
    }

    /** Found by the services of the class path. */
    public record Amount(int value) {

        public static Amount valueOf(final String text) {
            return new Amount(Integer.parseInt(text));
        }
    }

    @UnwrapByDefault
    public static final class AmountExtractor implements ValueExtractor<@ExtractedValue(type = Integer.class) Amount> {

        @Override
        public void extractValues(final Amount amount, final ValueReceiver receiver) {
            receiver.value(null, amount.value());
        }
    }

    /** Known to the application's own factory of validators only. */
    public record Weight(int value) {

        public static Weight valueOf(final String text) {
            return new Weight(Integer.parseInt(text));
        }
    }

    @UnwrapByDefault
    public static final class WeightExtractor implements ValueExtractor<@ExtractedValue(type = Integer.class) Weight> {

        @Override
        public void extractValues(final Weight weight, final ValueReceiver receiver) {
            receiver.value(null, weight.value());
        }
    }

    @Path("/amounts")
    public static final class AmountResource {

        @GET
        public String get(@QueryParam("amount") @Max(10) final Amount amount) {
            return "" + amount.value();
        }
    }

    @Path("/weights")
    public static final class WeightResource {

        @GET
        public String get(@QueryParam("weight") @Max(10) final Weight weight) {
            return "" + weight.value();
        }
    }

    @Test
    void aConstraintMayCheckWhatIsInsideOfAWrapper() {
        try (RunningServer server = RunningServer.of(RestPlugin.withResources(AmountResource.class))) {
            assertThat(server.get("/amounts?amount=7").body()).isEqualTo("7");
            assertThat(server.get("/amounts?amount=11").status()).isEqualTo(400);
        }
    }

    @Test
    void validatorsOfTheApplicationMayUnwrapWhatTheyLike() {
        try (RunningServer server = RunningServer.of(
                RestPlugin.withResources(WeightResource.class),
                binder -> binder.bind(ValidatorFactory.class)
                        .toInstance(Validation.byDefaultProvider()
                                .configure()
                                .addValueExtractor(new WeightExtractor())
                                .buildValidatorFactory()))) {
            assertThat(server.get("/weights?weight=7").body()).isEqualTo("7");
            assertThat(server.get("/weights?weight=11").status()).isEqualTo(400);
        }
    }

    /** A type without a CSV writer; no request asks for CSV. */
    record Row(String text) {}

    public static final class CsvFilter implements jakarta.ws.rs.container.ContainerResponseFilter {

        @Override
        public void filter(
                final jakarta.ws.rs.container.ContainerRequestContext request,
                final jakarta.ws.rs.container.ContainerResponseContext response) {
            response.setEntity(((Row) response.getEntity()).text());
        }
    }

    /** Adds what {@code @Context} means. */
    public static final class RowFilter implements jakarta.ws.rs.container.ContainerRequestFilter {

        @Override
        public void filter(final jakarta.ws.rs.container.ContainerRequestContext request) {
            org.jboss.resteasy.core.ResteasyContext.pushContext(Row.class, new Row("b"));
        }
    }

    @Path("/changed")
    public static final class ChangedResource {

        @GET
        @jakarta.ws.rs.Produces("text/csv")
        public Row get(@jakarta.ws.rs.core.Context final Row row) {
            return row;
        }
    }

    /** Given as classes, as objects and by an application. */
    @Test
    void filtersMayGiveAMeaningToWhatHasNone() {
        final Application application = new Application() {
            @Override
            public java.util.Set<Class<?>> getClasses() {
                return java.util.Set.of(ChangedResource.class, CsvFilter.class, RowFilter.class);
            }
        };
        for (final RestApi plugin : List.of(
                RestPlugin.withResources(ChangedResource.class).withProviders(CsvFilter.class, RowFilter.class),
                RestPlugin.withResources(ChangedResource.class).withProviders(new CsvFilter(), new RowFilter()),
                RestPlugin.withApplication(application))) {
            try (RunningServer server = RunningServer.of(plugin)) {
                assertThat(server.get("/changed").body()).isEqualTo("b");
            }
        }
    }

    @Path("/located")
    public static final class LocatingResource {

        @Path("bean")
        public Object bean() {
            return new BrokenBean();
        }

        @Path("method")
        public Object method() {
            return new BrokenMethod();
        }
    }

    public static final class BrokenBean {

        @NotBlank
        private final Integer number = 1;

        @GET
        public String get() {
            return "" + number;
        }
    }

    public static final class BrokenMethod {

        @GET
        public String get(@QueryParam("a") @NotBlank final Integer number) {
            return "" + number;
        }
    }

    /** A sub-resource is seen when it is located. */
    @Test
    void eachRequestForASubResourceWithAWrongConstraintFailsTheSameWay() {
        for (final String path : List.of("/located/bean", "/located/method?a=1")) {
            try (LogLines log = LogLines.of("org.jzenith.rest.internal.error")) {
                try (RunningServer server = RunningServer.of(RestPlugin.withResources(LocatingResource.class))) {
                    for (int i = 0; i < 3; i++) {
                        assertThat(server.get(path).status()).isEqualTo(500);
                    }
                }
                assertThat(log.events()).hasSize(2);
                assertThat(log.events().get(0).getThrowableProxy().getMessage())
                        .contains("@NotBlank on")
                        .contains("cannot check a value of type Integer");
                assertThat(log.events().get(1).getFormattedMessage()).contains(" 2 more time(s)");
            }
        }
    }
}
