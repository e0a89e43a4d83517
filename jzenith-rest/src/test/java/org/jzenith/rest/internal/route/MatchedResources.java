package org.jzenith.rest.internal.route;

import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HEAD;
import jakarta.ws.rs.OPTIONS;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import java.util.List;

/** Resources whose paths and media types contend with each other; nobody calls them. */
final class MatchedResources {

    static final List<Class<?>> ALL = List.of(
            Users.class,
            UsersToo.class,
            LiteralAndParameter.class,
            Files.class,
            Numbers.class,
            NumbersByName.class,
            NumbersEnd.class,
            Everything.class,
            Root.class,
            RootToo.class,
            OwnPathOnly.class,
            WithSubResources.class,
            InheritedFromInterface.class,
            InheritedFromClass.class,
            Locators.class,
            LocatorsByExpression.class,
            Escaped.class,
            Expressions.class,
            ManyGroups.class,
            MediaTypes.class,
            Contents.class,
            OwnHeadAndOptions.class,
            Repeated.class,
            OneGroup.class,
            TwoGroups.class,
            EndsAlike.class,
            BeginsAlike.class,
            ExpressionInClass.class,
            Slashes.class);

    private MatchedResources() {}

    @Path("users")
    @Produces("application/json")
    @Consumes("application/json")
    interface Users {
        @GET
        void all();

        @POST
        void create(String body);

        @POST
        @Consumes({"application/xml", "text/xml"})
        void createFromXml(String body);

        @POST
        @Consumes("application/x-www-form-urlencoded")
        void createFromForm(String body);

        @GET
        @Path("{id}")
        void one();

        @GET
        @Path("me")
        @Produces("text/plain")
        void me();

        @PUT
        @Path("{id}")
        void replace(String body);

        @DELETE
        @Path("{id}")
        void delete();

        @GET
        @Path("{id}/orders")
        void orders();

        @GET
        @Path("{id}/orders/{order}")
        void order();
    }

    @Path("/users/")
    interface UsersToo {
        @GET
        @Path("count")
        @Produces({"text/plain", "application/json;qs=0.9"})
        void count();

        @PATCH
        @Path("{key}")
        @Consumes({"application/merge-patch+json", "application/json-patch+json"})
        void patch(String body);

        @GET
        @Path("{user}")
        @Produces("text/html")
        void page();

        @DELETE
        @Path("{user}/orders/latest")
        void deleteLatest();
    }

    @Path("m")
    interface LiteralAndParameter {
        @GET
        @Path("boom")
        @Produces("text/plain")
        void boom();

        @GET
        @Path("{any}")
        @Produces("application/json")
        void any();

        @POST
        @Path("{any}")
        void post(String body);

        @GET
        @Path("{any}/{more: .*}")
        void more();
    }

    @Path("files")
    interface Files {
        @GET
        @Path("{path: .+}")
        void read();

        @PUT
        @Path("{path: .*}")
        void write(String body);

        @GET
        @Path("{name}.{extension}")
        void named();

        @GET
        @Path("{from}-{to}")
        void range();

        @GET
        @Path("{path: .+}/info")
        void info();

        @GET
        @Path("v{version: \\d+(\\.\\d+)*}/{file}")
        void version();
    }

    @Path("num/{id: \\d+}")
    interface Numbers {
        @GET
        void one();

        @GET
        @Path("items/{item}")
        void item();

        @GET
        @Path("items/{item: [0-9]+}")
        @Produces("text/plain")
        void numberedItem();

        @Path("sub")
        SubResource sub();
    }

    @Path("num/{name}")
    interface NumbersByName {
        @GET
        void one();

        @GET
        @Path("x")
        void x();
    }

    @Path("num/{name}/x/y")
    interface NumbersEnd {
        @GET
        void end();
    }

    @Path("{all: .*}")
    interface Everything {
        @GET
        void get();

        @POST
        void post(String body);
    }

    @Path("")
    interface Root {
        @GET
        @Produces("text/html")
        void index();

        @GET
        @Path("about")
        void about();

        @GET
        @Path("{page}")
        void page();
    }

    @Path("/")
    interface RootToo {
        @GET
        @Produces("application/json")
        void index();

        @POST
        @Path("/")
        void post(String body);

        @GET
        @Path("b/x")
        void x();
    }

    /** A resource that is not in {@link #ALL}. */
    @Path("/")
    interface NothingLeft {
        @GET
        void get();

        @Path("{rest: .*}")
        SubResource rest();
    }

    @Path("a/b")
    interface OwnPathOnly {
        @GET
        void get();

        @PUT
        void put(String body);
    }

    @Path("a")
    interface WithSubResources {
        @GET
        @Path("{rest: .*}")
        void rest();

        @GET
        @Path("b/c")
        void c();

        @POST
        @Path("b")
        void post(String body);
    }

    /** The annotations are inherited. */
    interface Contract {
        @GET
        @Path("{id}")
        @Produces("application/json")
        void get();

        @PUT
        @Path("{id}")
        @Consumes("text/plain")
        void put(String body);
    }

    @Path("inherited")
    abstract static class InheritedFromInterface implements Contract {
        @Override
        public void get() {}

        @Override
        public void put(final String body) {}
    }

    abstract static class Base {
        @GET
        public void all() {}

        @GET
        @Path("{id}/parts/{part}")
        public void part() {}
    }

    @Path("inherited/too")
    static class InheritedFromClass extends Base {
        @Override
        public void all() {}

        @DELETE
        @Path("{id}")
        public void delete() {}
    }

    @Path("loc")
    interface Locators {
        @Path("{id}")
        SubResource one();

        @Path("deep/{x}/sub")
        SubResource deep();

        @GET
        @Path("{id}/own")
        void own();

        @POST
        @Path("{id}")
        void post(String body);

        @Path("re/{word: [a-z]+}")
        SubResource word();

        @Path("static")
        DeepSubResource fixed();

        @GET
        @Path("static/x")
        void fixedX();
    }

    interface SubResource {
        @GET
        @Produces("application/json")
        void get();

        @POST
        @Consumes("application/json")
        void post(String body);

        @GET
        @Path("x/{id}")
        void x();

        @Path("more")
        DeepSubResource more();

        @Path("more/{id}/{n: \\d+}")
        DeepSubResource numbered();
    }

    interface DeepSubResource {
        @GET
        void get();

        @PUT
        @Path("{id}")
        void put(String body);

        @GET
        @Path("{tail: .+}")
        @Produces("text/plain")
        void tail();
    }

    @Path("{zone: z[0-9]}/loc")
    interface LocatorsByExpression {
        @GET
        void get();

        @Path("{id: (x|y)+}/in")
        SubResource in();

        @Path("{path: .+}/deep")
        DeepSubResource deep();
    }

    @Path("esc/a b")
    interface Escaped {
        @GET
        void get();

        @GET
        @Path("ä")
        void umlaut();

        @GET
        @Path("x.y+z")
        void dots();

        @GET
        @Path("(q)|$^*")
        void signs();

        @GET
        @Path("%7Bk%7D/{id}")
        void braces();

        @GET
        @Path("a%20b/\\d")
        void backslash();

        @GET
        @Path("x y{id: \\d+}")
        void space();
    }

    @Path("g")
    interface Expressions {
        @GET
        @Path("{v: (a|b)+}/{w}")
        void inner();

        @GET
        @Path("{v: ((a)(b))+}/{w}/{z}")
        void innermost();

        @GET
        @Path("{year: \\d{4}}-{month: \\d{2}}")
        void month();

        @GET
        @Path("{p}/lit/{q}")
        void litInside();

        @GET
        @Path("lit/{p}/{q}")
        void litFirst();

        @GET
        @Path("{p}/{q}/lit")
        void litLast();

        @GET
        @Path("slash/")
        void slash();

        @GET
        @Path("{ spaced  :  [a-c]{2} }/end")
        void spaced();

        @GET
        @Path("p{a}s{b}")
        void twice();
    }

    @Path("many")
    interface ManyGroups {
        @GET
        @Path("{a}x{b}")
        void two();

        @GET
        @Path("{a: .*}x")
        void one();

        @GET
        @Path("{a: [^/]+}/{b}")
        void expressionFirst();

        @GET
        @Path("{a}/{b}")
        @Produces("text/plain")
        void plain();
    }

    @Path("media")
    interface MediaTypes {
        @GET
        @Produces({"application/json", "application/xml;qs=0.5"})
        void documents();

        @GET
        @Produces("text/html;qs=0.9")
        void html();

        @GET
        @Produces("text/*")
        @Path("wild")
        void wild();

        @GET
        @Produces("text/plain;charset=utf-8")
        @Path("wild")
        void wildPlain();

        @GET
        @Path("none")
        void none();

        @GET
        @Produces({"text/plain;qs=0.1", "application/vnd.api+json;version=1"})
        @Path("{id}")
        void parameters();

        @GET
        @Produces("application/vnd.api+json;version=2")
        @Path("{key}")
        void parametersToo();
    }

    @Path("contents")
    @Consumes("text/plain")
    interface Contents {
        @POST
        @Produces("application/json")
        void plain(String body);

        @POST
        @Consumes({"application/*", "text/html"})
        void application(String body);

        @POST
        @Consumes("application/json")
        @Produces("text/plain")
        void json(String body);

        @PUT
        @Consumes("*/*")
        void anything(String body);

        @PUT
        @Consumes({"text/html", "text/*"})
        void text(String body);

        @PATCH
        @Consumes({"application/*", "text/html"})
        @Produces("application/json")
        void patchAny(String body);

        @PATCH
        @Consumes("application/json")
        @Produces("application/json;qs=0.5")
        void patchJson(String body);

        @PUT
        @Path("unread")
        void unread();

        @POST
        @Path("multipart")
        @Consumes("multipart/form-data")
        void multipart(String body);
    }

    @Path("own")
    interface OwnHeadAndOptions {
        @HEAD
        void head();

        @GET
        @Produces("application/json")
        void get();

        @OPTIONS
        @Produces("text/plain")
        void options();

        @GET
        @Path("x")
        void x();

        @OPTIONS
        @Path("{x}")
        void optionsToo();
    }

    @Path("rep/{id}")
    interface Repeated {
        @GET
        @Path("{id}")
        void twice();

        @GET
        @Path("x/{id}-{id}")
        void thrice();

        @Path("sub/{id}")
        SubResource sub();
    }

    @Path("groups/{a: .*}x")
    interface OneGroup {
        @GET
        void get();
    }

    @Path("groups/{a}x{b}")
    interface TwoGroups {
        @GET
        void get();
    }

    @Path("{x}/longliteral")
    interface EndsAlike {
        @GET
        void get();

        @GET
        @Path("tail")
        void tail();
    }

    @Path("b/{y}")
    interface BeginsAlike {
        @GET
        void get();

        @GET
        @Path("{rest: .*}")
        void rest();
    }

    @Path("{greedy: .+}/fin")
    interface ExpressionInClass {
        @GET
        void get();

        @GET
        @Path("x")
        void x();

        @GET
        @Path("{name}.txt")
        void text();
    }

    @Path("/slashes/")
    interface Slashes {
        @GET
        @Path("/")
        void get();

        @GET
        @Path("/x/")
        void x();

        @GET
        @Path("/{y}/")
        void y();

        @PUT
        @Path("")
        void put(String body);
    }
}
