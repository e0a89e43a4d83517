import java.util.Objects;
import java.util.UUID;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.OwnNotesApi;
import org.openapitools.client.api.UserApi;
import org.openapitools.client.api.UserStreamApi;
import org.openapitools.client.model.NoteData;
import org.openapitools.client.model.User;
import org.openapitools.client.model.UserData;

/** Calls the example with the client that openapi-generator has made. The arguments are its URL and a token. */
public final class CallExample {

    private CallExample() {}

    public static void main(final String... args) throws Exception {
        final ApiClient client = new ApiClient();
        client.updateBaseUri(args[0]);
        client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + args[1]));
        final UserApi users = new UserApi(client);

        final String email = UUID.randomUUID() + "@example.com";
        final User created = users.userCreate(new UserData().name("Ann").email(email));
        expect("Ann", created.getName());
        expect(created, users.userGet(created.getId()));
        expect(true, users.userList(0, 100).getTotalElements() > 0);
        expect("Bea", users.userUpdate(created.getId(), new UserData().name("Bea")).getName());
        expect(null, users.userGet(created.getId()).getEmail());
        expect(true, new UserStreamApi(client).userStreamAll().stream().anyMatch(each -> each.getName().equals("Bea")));
        users.userDelete(created.getId());
        expect(404, status(() -> users.userGet(created.getId())));
        expect(400, status(() -> users.userCreate(new UserData().name(" "))));

        final OwnNotesApi notes = new OwnNotesApi(client);
        final UUID note = notes.ownNotesCreate(new NoteData().text("Buy milk.")).getId();
        expect(true, notes.ownNotesAll().stream().anyMatch(each -> each.getId().equals(note)));
        notes.ownNotesDelete(note);
        final ApiClient unknown = new ApiClient();
        unknown.updateBaseUri(args[0]);
        expect(401, status(() -> new OwnNotesApi(unknown).ownNotesAll()));
    }

    private interface Call {
        void run() throws ApiException;
    }

    private static int status(final Call call) {
        try {
            call.run();
            return 200;
        } catch (final ApiException e) {
            return e.getCode();
        }
    }

    private static void expect(final Object expected, final Object actual) {
        if (!Objects.equals(expected, actual)) {
            throw new AssertionError("Expected " + expected + ", but got " + actual + ".");
        }
    }
}
