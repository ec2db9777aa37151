# Your users are in your database, and their passwords are hashed there.
Person = Struct.new(:id, :username, :given_name, :email, :email_verified, keyword_init: true)

class Person
  ALL = [
    new(id: 'user-1', username: 'ada', given_name: 'Ada', email: 'ada@acme.example', email_verified: true),
    new(id: 'user-2', username: 'bob', given_name: 'Bob', email: 'bob@acme.example', email_verified: false)
  ].freeze

  def self.find_by_id(id)
    ALL.find { |person| person.id == id }
  end

  def self.authenticate(username, password)
    ALL.find { |person| person.username == username } if password == 'demo'
  end
end
