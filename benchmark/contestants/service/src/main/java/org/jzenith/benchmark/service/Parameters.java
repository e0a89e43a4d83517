package org.jzenith.benchmark.service;

import java.util.List;

/**
 * The parameters of a request.
 *
 * @param path of the URI
 * @param id of the path
 * @param tenant of a header
 * @param session of a cookie
 * @param tags of the query
 * @param page of the query
 * @param size of the query
 */
public record Parameters(String path, int id, String tenant, String session, List<String> tags, int page, int size) {}
