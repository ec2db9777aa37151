<?php

namespace App\Auth;

use Illuminate\Auth\GenericUser;
use Illuminate\Contracts\Auth\Authenticatable;
use Illuminate\Contracts\Auth\UserProvider;

/** Your users are in your database, and their passwords are hashed there. These have no password of their own. */
class People implements UserProvider
{
    private const ALL = [
        ['id' => 'user-1', 'username' => 'ada', 'first_name' => 'Ada', 'email' => 'ada@acme.example', 'email_verified' => true],
        ['id' => 'user-2', 'username' => 'bob', 'first_name' => 'Bob', 'email' => 'bob@acme.example', 'email_verified' => false],
    ];

    public function retrieveById($identifier)
    {
        return $this->find('id', $identifier);
    }

    public function retrieveByCredentials(array $credentials)
    {
        return $this->find('username', $credentials['username'] ?? null);
    }

    public function validateCredentials(Authenticatable $user, array $credentials)
    {
        return ($credentials['password'] ?? null) === 'demo';
    }

    public function retrieveByToken($identifier, $token)
    {
        return null; // nobody is remembered
    }

    public function updateRememberToken(Authenticatable $user, $token)
    {
    }

    public function rehashPasswordIfRequired(Authenticatable $user, array $credentials, bool $force = false)
    {
    }

    private function find(string $member, mixed $value): ?GenericUser
    {
        foreach (self::ALL as $person) {
            if ($person[$member] === $value) {
                return new GenericUser($person + ['password' => '', 'remember_token' => '']);
            }
        }
        return null;
    }
}
