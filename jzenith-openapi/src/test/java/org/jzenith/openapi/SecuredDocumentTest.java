package org.jzenith.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.reactivex.Single;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.rest.RestPlugin;
import org.jzenith.security.SecurityPlugin;
import org.jzenith.security.authorization.Access;
import org.jzenith.security.password.Users;
import org.jzenith.test.JZenithExtension;

/** The document names who may call an operation. */
final class SecuredDocumentTest {

    /** A resource with a method for some, and others. */
    @Path("/")
    @Produces("text/plain")
    public static final class ReportResource {

        @GET
        @Path("reports")
        @RolesAllowed("auditor")
        public Single<String> reports() {
            return Single.never();
        }

        @GET
        @Path("news")
        public Single<String> news() {
            return Single.never();
        }

        @GET
        @Path("members")
        public Single<String> members() {
            return Single.never();
        }
    }

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(() -> JZenith.application()
            .withPlugins(
                    RestPlugin.withResources(ReportResource.class),
                    RestPlugin.named("admin").withResources(OptionsTest.BookResource.class),
                    SecurityPlugin.create()
                            .withBasicAuthentication(Users.fromSettings())
                            .withApiKeys()
                            .withPath("/members", Access.authenticated()),
                    OpenApiPlugin.create().onListenersOf("rest", "rest.admin"))
            .withConfiguration("rest.admin.port", 0)
            .withConfiguration("openapi.version", "3.2"));

    private static JsonNode document() {
        return APP.http().get("/openapi.json").expectStatus(200).json();
    }

    @Test
    void anOperationNamesTheSchemesAndTheRoles() {
        final JsonNode reports = document().at("/paths/~1reports/get");
        assertThat(reports.at("/security/0/basic/0").asText()).isEqualTo("auditor");
        assertThat(reports.path("security")).hasSize(2);
        assertThat(reports.path("responses").has("403")).isTrue();
        assertThat(document().at("/components/securitySchemes/basic/scheme").asText())
                .isEqualTo("basic");
        assertThat(document().at("/components/securitySchemes").toString()).contains("apiKey");
    }

    @Test
    void aPathRuleCountsAndAnOpenOperationNeedsNothing() {
        assertThat(document().at("/paths/~1members/get/security")).hasSize(2);
        assertThat(document().at("/paths/~1news/get").has("security")).isFalse();
        assertThat(document().at("/paths/~1news/get/responses").has("401")).isTrue();
    }

    @Test
    void eachListenerHasItsOwnMethods() {
        assertThat(document().path("openapi").asText()).isEqualTo("3.2.0");
        assertThat(document().path("paths").has("/books")).isFalse();
    }
}
