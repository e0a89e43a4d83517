local batch

function init(args)
    local requests = {}
    for i = 1, tonumber(args[1]) do
        requests[i] = wrk.format("GET")
    end
    batch = table.concat(requests)
end

function request()
    return batch
end

