package org.jzenith.rest;

import jakarta.ws.rs.core.EntityTag;
import jakarta.ws.rs.core.GenericType;
import jakarta.ws.rs.core.Link;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.NewCookie;
import jakarta.ws.rs.core.Response;
import java.lang.annotation.Annotation;
import java.net.URI;
import java.util.Date;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** A response that is not RESTEasy's. */
final class OwnResponse extends Response {

    private final Response other;

    OwnResponse(final Response other) {
        this.other = other;
    }

    @Override
    public int getStatus() {
        return other.getStatus();
    }

    @Override
    public StatusType getStatusInfo() {
        return other.getStatusInfo();
    }

    @Override
    public Object getEntity() {
        return other.getEntity();
    }

    @Override
    public <T> T readEntity(final Class<T> type) {
        return other.readEntity(type);
    }

    @Override
    public <T> T readEntity(final GenericType<T> type) {
        return other.readEntity(type);
    }

    @Override
    public <T> T readEntity(final Class<T> type, final Annotation[] annotations) {
        return other.readEntity(type, annotations);
    }

    @Override
    public <T> T readEntity(final GenericType<T> type, final Annotation[] annotations) {
        return other.readEntity(type, annotations);
    }

    @Override
    public boolean hasEntity() {
        return other.hasEntity();
    }

    @Override
    public boolean bufferEntity() {
        return other.bufferEntity();
    }

    @Override
    public void close() {
        other.close();
    }

    @Override
    public MediaType getMediaType() {
        return other.getMediaType();
    }

    @Override
    public Locale getLanguage() {
        return other.getLanguage();
    }

    @Override
    public int getLength() {
        return other.getLength();
    }

    @Override
    public Set<String> getAllowedMethods() {
        return other.getAllowedMethods();
    }

    @Override
    public Map<String, NewCookie> getCookies() {
        return other.getCookies();
    }

    @Override
    public EntityTag getEntityTag() {
        return other.getEntityTag();
    }

    @Override
    public Date getDate() {
        return other.getDate();
    }

    @Override
    public Date getLastModified() {
        return other.getLastModified();
    }

    @Override
    public URI getLocation() {
        return other.getLocation();
    }

    @Override
    public Set<Link> getLinks() {
        return other.getLinks();
    }

    @Override
    public boolean hasLink(final String relation) {
        return other.hasLink(relation);
    }

    @Override
    public Link getLink(final String relation) {
        return other.getLink(relation);
    }

    @Override
    public Link.Builder getLinkBuilder(final String relation) {
        return other.getLinkBuilder(relation);
    }

    @Override
    public MultivaluedMap<String, Object> getMetadata() {
        return other.getMetadata();
    }

    @Override
    public MultivaluedMap<String, String> getStringHeaders() {
        return other.getStringHeaders();
    }

    @Override
    public String getHeaderString(final String name) {
        return other.getHeaderString(name);
    }
}
