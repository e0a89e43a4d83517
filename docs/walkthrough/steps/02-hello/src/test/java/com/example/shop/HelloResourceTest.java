package com.example.shop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

final class HelloResourceTest implements SharedApplication {

    @Test
    void aVisitorIsGreeted() {
        assertEquals(
                "Welcome to the shop, Ann!",
                APP.http().get("/hello/Ann").body());
    }
}
