package org.jzenith.benchmark.service;

import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.QueryParam;

/** The wanted part of a result. */
public final class Paging {

    @QueryParam("page")
    @DefaultValue("0")
    int page;

    @QueryParam("size")
    @DefaultValue("50")
    int size;

    /** Filled from the request. */
    public Paging() {}
}
