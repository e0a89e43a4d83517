package com.example.shop.order;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.example.shop.SharedApplication;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzenith.test.TestResponse;

/** Tests the violations that clients get. */
final class OrderValidationTest implements SharedApplication {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                {"customer": " ", "lines": [{"article": "tea", "quantity": 1}]} | customer
                {"customer": "Ann", "lines": []} | lines
                {"customer": "Ann", "lines": [null]} | lines[0]
                {"customer": "Ann", "lines": [{"article": "tea", "quantity": 0}]} | lines[0].quantity
                {"customer": "Ann", "lines": [{"article": "tea", "quantity": 1001}]} | lines[0].quantity
                {"customer": "Ann", "lines": [{"quantity": 1}]} | lines[0].article
                {"customer": "Ann", "lines": [{"article": "tea", "quantity": 1}, {"article": "tea", "quantity": 2}]} | lines""")
    void anOrderThatBreaksARuleIs400(final String body, final String path) {
        final TestResponse response = APP.http().post("/orders", body);

        assertEquals(400, response.status());
        assertEquals(List.of(path), response.json().get("violations").findValuesAsText("path"));
    }

    @Test
    void aPageMayNotBeTooLarge() {
        APP.http().get("/orders?limit=101").expectStatus(400).expectJson("/violations/0/path", "query.limit");
    }
}
