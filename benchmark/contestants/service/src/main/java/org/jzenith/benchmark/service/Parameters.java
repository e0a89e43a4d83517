package org.jzenith.benchmark.service;

import java.util.List;

/**
 * The parameters of a request.
 *
 * @param path the path of the URI
 * @param id the id in the path
 * @param tenant the tenant in a header
 * @param session the session of a cookie
 * @param tags the tags of the query
 * @param page the page of the query
 * @param size the size of the query
 */
public record Parameters(String path, int id, String tenant, String session, List<String> tags, int page, int size) {}
