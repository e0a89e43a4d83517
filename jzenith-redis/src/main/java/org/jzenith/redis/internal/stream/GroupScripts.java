package org.jzenith.redis.internal.stream;

/** The Lua scripts of groups, each of which does as a whole what several commands would do in parts. */
final class GroupScripts {

    /** The number of pending entries that the server looks at in one call. */
    static final int PAGE = 100;

    /** Lua unpacks fewer than 8,000 values; an entry with more fields is put aside by its id alone. */
    private static final String ASIDE = """
            local function aside(id, attempts, reason, limit)
              local entry = redis.call('XRANGE', KEYS[1], id, id)[1]
              if entry then
                local fields = #entry[2] < 7000 and entry[2] or {}
                for _, field in ipairs({'jzenith-id', id, 'jzenith-group', ARGV[1],
                    'jzenith-attempts', attempts, 'jzenith-error', reason}) do
                  fields[#fields + 1] = field
                end
                local added
                if tonumber(limit) > 0 then
                  added = redis.pcall('XADD', KEYS[2], 'MAXLEN', '~', limit, '*', unpack(fields))
                else
                  added = redis.pcall('XADD', KEYS[2], '*', unpack(fields))
                end
                if added.err then return added end
              end
              redis.call('XACK', KEYS[1], ARGV[1], id)
              return 1
            end
            """;

    /** group, consumer, id, error, limit. Does nothing if another consumer has taken the entry over. */
    static final String PUT_ASIDE = ASIDE + """
            local pending = redis.pcall('XPENDING', KEYS[1], ARGV[1], ARGV[3], ARGV[3], 1, ARGV[2])
            if pending.err then return pending end
            if not pending[1] then return 0 end
            return aside(ARGV[3], pending[1][4], ARGV[4], ARGV[5])
            """;

    /** group, consumer, id, idle, 1 if the delivery does not count. Does nothing if another consumer has taken the entry over. */
    static final String RELEASE = """
            local pending = redis.pcall('XPENDING', KEYS[1], ARGV[1], ARGV[3], ARGV[3], 1, ARGV[2])
            if pending.err then return pending end
            if not pending[1] then return 0 end
            redis.call('XCLAIM', KEYS[1], ARGV[1], ARGV[2], 0, ARGV[3], 'IDLE', ARGV[4],
                'RETRYCOUNT', math.max(0, pending[1][4] - tonumber(ARGV[5])), 'JUSTID')
            return 1
            """;

    /**
     * group, consumer, idle, start, most entries, attempts, error, limit. Returns the entries with their numbers of deliveries, the ids of
     * those that were put aside, the number of those that are no longer in the stream, the last id that was looked at, which is nil after the
     * last page, and why an entry could not be put aside, nil if all could. Then it deletes consumers without entries that have not read for long.
     */
    static final String TAKE_OVER = ASIDE + """
            local stream, group, me, idle, most = KEYS[1], ARGV[1], ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[5])
            local pending = redis.pcall('XPENDING', stream, group, ARGV[4], '+', %1$d)
            if pending.err then return pending end
            local taken, dead, gone, last, refused = {}, {}, 0, false, false
            local complete = #pending < %1$d
            for _, each in ipairs(pending) do
              if #taken == most then
                complete = false
                break
              end
              last = each[1]
              if each[3] >= idle then
                local entry = redis.call('XRANGE', stream, last, last)[1]
                if not entry then
                  redis.call('XACK', stream, group, last)
                  gone = gone + 1
                elseif each[4] >= tonumber(ARGV[6]) then
                  local moved = aside(last, each[4], ARGV[7], ARGV[8])
                  if moved == 1 then dead[#dead + 1] = last else refused = moved.err end
                else
                  redis.call('XCLAIM', stream, group, me, 0, last, 'JUSTID', 'RETRYCOUNT', each[4] + 1)
                  taken[#taken + 1] = {last, entry[2], each[4] + 1}
                end
              end
            end
            if complete then
              last = false
              for _, consumer in ipairs(redis.call('XINFO', 'CONSUMERS', stream, group)) do
                local info = {}
                for i = 1, #consumer, 2 do info[consumer[i]] = consumer[i + 1] end
                if info.name ~= me and info.pending == 0 and info.idle >= idle then
                  redis.call('XGROUP', 'DELCONSUMER', stream, group, info.name)
                end
              end
            end
            return {taken, dead, gone, last, refused}
            """.formatted(PAGE);

    /** group, consumer. Deletes a consumer without entries; deleting others would lose their entries. */
    static final String LEAVE = """
            if redis.pcall('XPENDING', KEYS[1], ARGV[1], '-', '+', 1, ARGV[2])[1] then return 0 end
            return redis.pcall('XGROUP', 'DELCONSUMER', KEYS[1], ARGV[1], ARGV[2])
            """;

    private GroupScripts() {}
}
