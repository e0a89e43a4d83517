package org.jzenith.rest.internal.error;

import java.util.List;
import org.jzenith.rest.RunningServer;
import org.jzenith.rest.RunningServer.Answer;

/** A request that fails and its response; docs/errors.md lists the details. */
enum Row {
    MALFORMED_JSON(400, "The JSON is malformed at line 2, column 11.", Row.order("{\n  \"name\": oops}")),
    MALFORMED_TEXT(400, "The JSON is malformed.", Row.order("\0\0\0{\u00ff\u00ff")),
    TRAILING_TEXT(
            400, "The JSON is malformed at line 1, column 29.", Row.order("{\"amount\": 1, \"gift\": true} oops")),
    EMPTY_BODY(400, "The body is empty; JSON is expected.", Row.order("")),
    NULL_BODY(400, "The body must not be null.", Row.order("null")),
    UNKNOWN_FIELD(400, "Unknown field 'nam'.", Row.order("{\"amount\": 1, \"gift\": true, \"nam\": \"a\"}")),
    UNKNOWN_NESTED_FIELD(
            400, "Unknown field 'stops[1].zap'.", Row.order("{\"stops\": [{\"zip\": 1}, {\"zip\": 1, \"zap\": 1}]}")),
    REPEATED_FIELD(
            400,
            "'address.zip' occurs more than once.",
            Row.order("{\"address\": {\"street\": \"a\", \"zip\": 1, \"zip\": 2}}")),
    NOT_A_NUMBER(400, "'price' must be a number.", Row.order("{\"price\": \"abc\"}")),
    NOT_A_WHOLE_NUMBER(400, "'address.zip' must be a whole number.", Row.order("{\"address\": {\"zip\": \"abc\"}}")),
    FRACTION_FOR_WHOLE(400, "'amount' must be a whole number.", Row.order("{\"amount\": 1.5}")),
    NULL_FOR_PRIMITIVE(400, "'amount' must be a whole number.", Row.order("{\"amount\": null}")),
    MISSING_FIELD(400, "'amount' is missing; it must be a whole number.", Row.order("{\"gift\": true}")),
    MISSPELT_FIELD(
            400,
            "Unknown field 'amuont'. Did you mean 'amount'? 'amount' is missing; it must be a whole number.",
            Row.order("{\"amuont\": 1, \"gift\": true}")),
    NOT_A_STRING(400, "'name' must be a string.", Row.order("{\"name\": 5}")),
    NOT_A_BOOLEAN(400, "'gift' must be true or false.", Row.order("{\"gift\": \"yes\"}")),
    NOT_AN_ARRAY(400, "'stops' must be an array.", Row.order("{\"stops\": 1}")),
    NOT_AN_OBJECT(400, "'address' must be an object.", Row.order("{\"address\": [1]}")),
    NOT_A_BEAN(400, "The JSON must be an object.", new Request("POST", "/bean", "[]")),
    UNKNOWN_TYPE(400, "'pet' is not valid.", new Request("POST", "/bean", "{\"pet\": {\"kind\": \"dragon\"}}")),
    NOT_A_CONSTANT(400, "'color' must be one of RED, green.", Row.order("{\"color\": \"BLUE\"}")),
    NOT_A_DATE(400, "'day' must be a date or time in ISO-8601 form.", Row.order("{\"day\": \"tomorrow\"}")),
    NOT_A_UUID(400, "'id' must be a UUID.", Row.order("{\"id\": \"1\"}")),
    REFUSED_BY_CONSTRUCTOR(
            400, "The JSON is not valid.", Row.order("{\"name\": \"forbidden\", \"amount\": 1, \"gift\": true}")),
    TOO_DEEP(
            400,
            "The JSON is nested more than 500 levels deep.",
            Row.order("{\"amount\": 1, \"gift\": true, \"more\": " + "[".repeat(2000) + "]".repeat(2000) + "}")),
    NAME_TOO_LONG(
            400, "The JSON holds a name or value that is too long.", Row.order("{\"" + "a".repeat(60_000) + "\": 1}")),
    NUMBER_TOO_LARGE(
            400, "'price' holds a number that is too large or too small.", Row.order("{\"price\": 1e999999999}")),
    MALFORMED_PARTS(
            400,
            "The body ends before its closing boundary.",
            new Request("POST", "/parts", "--a\r\nx", "Content-Type", "multipart/form-data; boundary=a")),
    TOO_MANY_PARTS(
            413,
            "The body has more than 1000 parts.",
            new Request(
                    "POST",
                    "/parts",
                    "--a\r\nContent-Disposition: form-data; name=n\r\n\r\n\r\n".repeat(1001) + "--a--",
                    "Content-Type",
                    "multipart/form-data; boundary=a")),
    TOO_MANY_ELEMENTS(413, "The body has more than 2 elements.", new Request("POST", "/elements", "[1,2,3]")),
    NO_BOUNDARY(
            400,
            "The multipart Content-Type has no valid boundary parameter.",
            new Request("POST", "/parts", "x", "Content-Type", "multipart/form-data")),
    PATCH_TEST(
            409,
            "Patch operation 0 (test '/a') failed: the value at '/a' is different.",
            Row.patch("[{\"op\": \"test\", \"path\": \"/a\", \"value\": 2}]")),
    PATCH_PATH(
            422,
            "Patch operation 0 (remove '/b') failed: there is nothing at '/b'.",
            Row.patch("[{\"op\": \"remove\", \"path\": \"/b\"}]")),
    PATCH_MALFORMED(400, "Patch operation 0 has no 'path'.", Row.patch("[{\"op\": \"remove\"}]")),
    UNKNOWN_METHOD(501, "This server does not know this method.", new Request("delete", "/order", null)),
    ENCODED_BODY(
            415,
            "The Content-Encoding 'gzip' is not supported. Send the body uncompressed.",
            new Request("POST", "/order", "{}", "Content-Encoding", "gzip")),
    INVALID_BODY(
            400,
            "The request is invalid. See 'violations'.",
            Row.order("{\"name\": \" \", \"amount\": 11, \"gift\": true}")),
    INVALID_PARAMETER(400, "The request is invalid. See 'violations'.", Row.get("/limit?limit=101")),
    INVALID_IN_CODE(400, "The request is invalid. See 'violations'.", Row.get("/thrown")),
    WRONG_PATH_PARAMETER(
            404, "The path parameter 'number' is 'abc', but must be a whole number.", Row.get("/path/abc")),
    WRONG_QUERY_PARAMETER(
            404, "The query parameter 'number' is 'abc', but must be a whole number.", Row.get("/query?number=abc")),
    WRONG_MATRIX_PARAMETER(
            404, "The matrix parameter 'number' is 'abc', but must be a whole number.", Row.get("/matrix;number=abc")),
    WRONG_HEADER_PARAMETER(
            400,
            "The header parameter 'X-Number' is 'abc', but must be a whole number.",
            Row.get("/header", "X-Number", "abc")),
    WRONG_COOKIE_PARAMETER(
            400,
            "The cookie parameter 'number' is 'abc', but must be a whole number.",
            Row.get("/cookie", "Cookie", "number=abc")),
    WRONG_FORM_PARAMETER(
            400,
            "The form parameter 'number' is 'abc', but must be a whole number.",
            new Request("POST", "/form", "number=abc", "Content-Type", "application/x-www-form-urlencoded")),
    NOTHING_THERE(404, "There is nothing at this path.", Row.get("/nowhere")),
    EMPTY(404, "There is nothing at this path.", Row.get("/empty")),
    WRONG_METHOD(
            405,
            "This path does not support this method. See the Allow header for the methods it supports.",
            new Request("PUT", "/order", "{}")),
    NOT_ACCEPTABLE(
            406,
            "No response format matches the Accept header 'image/png'. Available: application/json.",
            Row.get("/mapped", "Accept", "image/png")),
    UNSUPPORTED_BODY(
            415,
            "The Content-Type 'application/xml' is not supported. Send application/json.",
            new Request("POST", "/order", "<a/>", "Content-Type", "application/xml")),
    MAPPED(404, null, Row.get("/mapped")),
    MAPPED_NEARER(410, null, Row.get("/specific")),
    MAPPED_WITH_DETAIL(409, "That is taken.", Row.get("/detail")),
    MAPPED_AND_WRAPPED(404, null, Row.get("/wrapped")),
    MAPPED_WITH_PROBLEM(403, "Your balance is 30.", Row.get("/with-problem")),
    OWN_PROBLEM(403, "Your balance is 30, but that costs 50.", Row.get("/own-problem")),
    OWN_SERVER_PROBLEM(500, "The printer is on fire.", Row.get("/own-server-problem")),
    OWN_MESSAGE(404, "There is no such book.", Row.get("/own-message")),
    MESSAGE_OF_CAUSE(400, "The request is malformed.", Row.get("/message-of-cause")),
    MESSAGE_OF_SERVER(503, null, Row.get("/message-of-server")),
    WITHOUT_ENTITY(409, null, Row.get("/conflict")),
    UNAVAILABLE(503, "The service is temporarily unavailable.", Row.get("/gone")),
    UNAVAILABLE_WITHOUT_TIME(503, "The service is temporarily unavailable.", Row.get("/busy")),
    INVALID_RESULT(500, Policy.UNKNOWN_DETAIL, Row.get("/result")),
    INTERNAL(500, Policy.UNKNOWN_DETAIL, Row.get("/internal")),
    MAPPING_FAILS(500, Policy.UNKNOWN_DETAIL, Row.get("/without-problem")),
    UNKNOWN(500, Policy.UNKNOWN_DETAIL, Row.get("/unknown")),
    UNWRITABLE(500, Policy.UNKNOWN_DETAIL, Row.get("/unwritable")),
    WITHOUT_WRITER(500, Policy.UNKNOWN_DETAIL, Row.get("/writerless"));

    final int status;
    final String detail;
    final Request request;

    Row(final int status, final String detail, final Request request) {
        this.status = status;
        this.detail = detail;
        this.request = request;
    }

    Answer send(final RunningServer server) {
        return server.send(
                request.method(),
                "/fail" + request.path(),
                request.body(),
                request.headers().toArray(String[]::new));
    }

    private static Request patch(final String operations) {
        return new Request("PATCH", "/patch", operations, "Content-Type", "application/json-patch+json");
    }

    private static Request order(final String json) {
        return new Request("POST", "/order", json);
    }

    private static Request get(final String path, final String... headers) {
        return new Request("GET", path, null, headers);
    }

    record Request(String method, String path, String body, List<String> headers) {

        Request(final String method, final String path, final String body, final String... headers) {
            this(method, path, body, List.of(headers));
        }
    }
}
