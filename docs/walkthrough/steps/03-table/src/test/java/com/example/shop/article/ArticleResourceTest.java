package com.example.shop.article;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.example.shop.SharedApplication;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ArticleResourceTest implements SharedApplication {

    @Test
    void theArticlesAreInTheOrderOfTheirNames() {
        assertEquals(
                List.of("coffee", "honey", "tea"),
                APP.http().get("/articles").json().findValuesAsText("name"));
    }

    @Test
    void anArticleThatDoesNotExistIs404() {
        assertEquals(404, APP.http().get("/articles/wine").status());
    }
}
